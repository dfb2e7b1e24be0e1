# SPDX-License-Identifier: MIT
# tests/preempt/waits: see tests/preempt/README.md. Needs ICOUNT=7, Armv7-M.
# FREERTOS=folder: on the kernel whose sources lie there (its port for a Cortex-M3), not on own.c.
# WAIT=file: in the place of port/freertos/object_wait.c.
NAMES        += FREERTOS WAIT
WAIT         := $(or $(WAIT),port/freertos/object_wait.c)
FREERTOS_PORT = $(FREERTOS)/portable/GCC/ARM_CM3
ifeq ($(FREERTOS),)
WAITS_ON       = tests/preempt/waits/own.c tests/preempt/tasks/switch.c
CFLAGS_PROGRAM = -Iport/freertos -Itests/adapters/freertos/kernel
else ifeq ($(words $(FREERTOS))$(wildcard $(FREERTOS_PORT)/port.c),1$(FREERTOS_PORT)/port.c)
WAITS_ON       = tests/preempt/waits/kernel.c port/freertos/heap_tarn.c port/malloc_init.c
CFLAGS_PROGRAM = -Iport/freertos -Itests/preempt/numbers -isystem $(FREERTOS) -isystem $(FREERTOS)/include -isystem $(FREERTOS_PORT)
else
$(error FREERTOS=$(FREERTOS): a folder without spaces in its name, with FreeRTOS-Kernel's files: portable/GCC/ARM_CM3/port.c is not there)
endif
SRC = tests/preempt/waits/main.c tests/preempt/vectors.c $(WAIT) $(WAITS_ON)
