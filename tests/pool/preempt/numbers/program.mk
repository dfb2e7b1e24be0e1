# SPDX-License-Identifier: MIT
# tests/pool/preempt/numbers: see tests/pool/preempt/README.md. Needs ICOUNT=7 and Armv7-M.
# TAGS=4: with tags. UNKEPT=1: a switch of tasks does not exchange the tags.
NAMES         += UNKEPT
CFLAGS_PROGRAM = -Iport/rtos/freertos -Itests/port/adapters/freertos/kernel
SRC = $(addprefix tests/pool/preempt/,numbers/main.c numbers/own.c numbers/tags.c tasks/switch.c \
	told.c look.c vectors.c) port/rtos/freertos/heap_tarn.c port/malloc/malloc_init.c
ifneq ($(UNKEPT),)
CFLAGS_PROGRAM += -DTARN_TASK_TAGS_TRACED \
	'-DtraceTASK_SWITCHED_OUT()=(void)0' '-DtraceTASK_SWITCHED_IN()=(void)0'
endif
