# SPDX-License-Identifier: MIT
# tests/adapters/freertos: port/freertos without a libc, or, with LIBC=newlib, beside its malloc.
SRC            = tests/adapters/freertos/freertos.c port/freertos/heap_tarn.c \
		$(if $(LIBC),,port/malloc_init.c)
CFLAGS_PROGRAM = -Itests/adapters/freertos/kernel
