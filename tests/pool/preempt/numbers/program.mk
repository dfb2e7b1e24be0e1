# SPDX-License-Identifier: MIT
# tests/pool/preempt/numbers: see tests/pool/preempt/README.md. Needs ICOUNT=7 and Armv7-M.
# TAGS=4: with tags. UNKEPT=1: a switch of tasks does not exchange the tags.
# KERNEL=folder: on this FreeRTOS kernel, not on own.c.
NAMES += KERNEL UNKEPT
ifeq ($(KERNEL),)
NUMBERS_ON     = tests/pool/preempt/numbers/own.c tests/pool/preempt/tasks/switch.c
CFLAGS_PROGRAM = -Iport/freertos -Itests/port/adapters/freertos/kernel
else
include tests/port/clients/freertos/kernel.mk
NUMBERS_ON     = tests/pool/preempt/numbers/kernel.c
CFLAGS_PROGRAM = -Iport/freertos -Itests/pool/preempt/numbers \
	-isystem $(KERNEL) -isystem $(KERNEL)/include -isystem $(KERNEL_PORT)
endif
SRC = tests/pool/preempt/numbers/main.c tests/pool/preempt/numbers/tags.c \
	tests/pool/preempt/told.c tests/pool/preempt/look.c tests/pool/preempt/vectors.c \
	port/freertos/heap_tarn.c port/malloc_init.c $(NUMBERS_ON)
ifneq ($(UNKEPT),)
CFLAGS_PROGRAM += -DTARN_TASK_TAGS_TRACED \
	'-DtraceTASK_SWITCHED_OUT()=(void)0' '-DtraceTASK_SWITCHED_IN()=(void)0'
endif
