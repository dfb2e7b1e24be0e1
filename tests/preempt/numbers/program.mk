# SPDX-License-Identifier: MIT
# tests/preempt/numbers: see tests/preempt/README.md. Needs ICOUNT=7 and Armv7-M.
# TAGS=4: with tags. UNKEPT=1: a switch of tasks does not exchange the tags.
# KERNEL=folder: on this FreeRTOS kernel, not on own.c.
NAMES += KERNEL UNKEPT
ifeq ($(KERNEL),)
NUMBERS_ON     = tests/preempt/numbers/own.c tests/preempt/tasks/switch.c
CFLAGS_PROGRAM = -Iport/freertos -Itests/adapters/freertos/kernel
else
include tests/clients/freertos/kernel.mk
NUMBERS_ON     = tests/preempt/numbers/kernel.c
CFLAGS_PROGRAM = -Iport/freertos -Itests/preempt/numbers \
	-isystem $(KERNEL) -isystem $(KERNEL)/include -isystem $(KERNEL_PORT)
endif
SRC = tests/preempt/numbers/main.c tests/preempt/numbers/tags.c \
	tests/preempt/told.c tests/preempt/look.c tests/preempt/vectors.c \
	port/freertos/heap_tarn.c port/malloc_init.c $(NUMBERS_ON)
ifneq ($(UNKEPT),)
CFLAGS_PROGRAM += -DTARN_TASK_TAGS_TRACED \
	'-DtraceTASK_SWITCHED_OUT()=(void)0' '-DtraceTASK_SWITCHED_IN()=(void)0'
endif
