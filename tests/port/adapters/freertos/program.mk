# SPDX-License-Identifier: MIT
# tests/port/adapters/freertos: port/rtos/freertos without a libc, or with LIBC=newlib next to its
# malloc. There it clears nothing, so a block may grow where it is. HEAP=file: a heap_tarn.c with a
# fault.
NAMES += HEAP
SRC            = $(wildcard tests/port/adapters/freertos/*.c) tests/port/adapters/checks.c \
		$(or $(HEAP),port/rtos/freertos/heap_tarn.c) \
		$(if $(LIBC),,port/malloc/malloc_init.c)
CFLAGS_PROGRAM = -Iport/rtos/freertos -Itests/port/adapters/freertos/kernel \
		$(if $(LIBC),-DconfigHEAP_CLEAR_MEMORY_ON_FREE=0)
