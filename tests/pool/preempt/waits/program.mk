# SPDX-License-Identifier: MIT
# tests/pool/preempt/waits: see tests/pool/preempt/README.md. Needs ICOUNT=7 and Armv7-M.
# WAIT=file: replaces port/rtos/freertos/object_wait.c. TAGS=4: with tags. UNKEPT=1: a switch of
# tasks does not exchange the tags.
NAMES         += WAIT UNKEPT
WAIT          := $(or $(WAIT),port/rtos/freertos/object_wait.c)
CFLAGS_PROGRAM = -Iport/rtos/freertos -Itests/port/adapters/freertos/kernel
SRC = $(addprefix tests/pool/preempt/,waits/main.c waits/own.c tasks/switch.c vectors.c) $(WAIT)
ifneq ($(UNKEPT),)
CFLAGS_PROGRAM += -DTARN_TASK_TAGS_TRACED \
	'-DtraceTASK_SWITCHED_OUT()=(void)0' '-DtraceTASK_SWITCHED_IN()=(void)0'
endif
