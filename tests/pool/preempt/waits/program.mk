# SPDX-License-Identifier: MIT
# tests/pool/preempt/waits: see tests/pool/preempt/README.md. Needs ICOUNT=7 and Armv7-M.
# KERNEL=folder: on this FreeRTOS kernel, not on own.c.
# WAIT=file: replaces port/freertos/object_wait.c.
NAMES += KERNEL WAIT
WAIT  := $(or $(WAIT),port/freertos/object_wait.c)
ifeq ($(KERNEL),)
WAITS_ON       = tests/pool/preempt/waits/own.c tests/pool/preempt/tasks/switch.c
CFLAGS_PROGRAM = -Iport/freertos -Itests/port/adapters/freertos/kernel
else
include tests/port/clients/freertos/kernel.mk
WAITS_ON       = tests/pool/preempt/waits/kernel.c port/freertos/heap_tarn.c port/malloc_init.c
CFLAGS_PROGRAM = -Iport/freertos -Itests/pool/preempt/numbers \
	-isystem $(KERNEL) -isystem $(KERNEL)/include -isystem $(KERNEL_PORT)
endif
SRC = tests/pool/preempt/waits/main.c tests/pool/preempt/vectors.c $(WAIT) $(WAITS_ON)
