# SPDX-License-Identifier: MIT
# tests/preempt/waits: see tests/preempt/README.md. Needs ICOUNT=7 and Armv7-M.
# KERNEL=folder: on this FreeRTOS kernel, not on own.c.
# WAIT=file: replaces port/freertos/object_wait.c.
NAMES += KERNEL WAIT
WAIT  := $(or $(WAIT),port/freertos/object_wait.c)
ifeq ($(KERNEL),)
WAITS_ON       = tests/preempt/waits/own.c tests/preempt/tasks/switch.c
CFLAGS_PROGRAM = -Iport/freertos -Itests/adapters/freertos/kernel
else
include tests/clients/freertos/kernel.mk
WAITS_ON       = tests/preempt/waits/kernel.c port/freertos/heap_tarn.c port/malloc_init.c
CFLAGS_PROGRAM = -Iport/freertos -Itests/preempt/numbers \
	-isystem $(KERNEL) -isystem $(KERNEL)/include -isystem $(KERNEL_PORT)
endif
SRC = tests/preempt/waits/main.c tests/preempt/vectors.c $(WAIT) $(WAITS_ON)
