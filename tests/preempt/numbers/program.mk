# SPDX-License-Identifier: MIT
# tests/preempt/numbers: see tests/preempt/README.md. Needs ICOUNT=7, Armv7-M. TAGS=4: tasks with tags, too;
# UNKEPT=1: which nobody exchanges.
# FREERTOS=folder: on the kernel whose sources lie there (its port for a Cortex-M3), not on own.c.
NAMES        += FREERTOS UNKEPT
FREERTOS_PORT = $(FREERTOS)/portable/GCC/ARM_CM3
ifeq ($(FREERTOS),)
NUMBERS_ON     = tests/preempt/numbers/own.c tests/preempt/tasks/switch.c
CFLAGS_PROGRAM = -Iport/freertos -Itests/adapters/freertos/kernel
else ifeq ($(words $(FREERTOS))$(wildcard $(FREERTOS_PORT)/port.c),1$(FREERTOS_PORT)/port.c)
NUMBERS_ON     = tests/preempt/numbers/kernel.c
CFLAGS_PROGRAM = -Iport/freertos -Itests/preempt/numbers -isystem $(FREERTOS) -isystem $(FREERTOS)/include -isystem $(FREERTOS_PORT)
else
$(error FREERTOS=$(FREERTOS): a folder without spaces in its name, with FreeRTOS-Kernel's files: portable/GCC/ARM_CM3/port.c is not there)
endif
SRC = tests/preempt/numbers/main.c tests/preempt/numbers/tags.c tests/preempt/look.c tests/preempt/vectors.c \
	port/freertos/heap_tarn.c port/malloc_init.c $(NUMBERS_ON)
CFLAGS_PROGRAM += $(if $(UNKEPT),-DTARN_TASK_TAGS_TRACED '-DtraceTASK_SWITCHED_OUT()=(void)0' '-DtraceTASK_SWITCHED_IN()=(void)0')
