# SPDX-License-Identifier: MIT
# tests/pool/preempt/waits: see tests/pool/preempt/README.md. Needs ICOUNT=7 and Armv7-M.
# WAIT=file: replaces port/rtos/freertos/object_wait.c.
NAMES         += WAIT
WAIT          := $(or $(WAIT),port/rtos/freertos/object_wait.c)
CFLAGS_PROGRAM = -Iport/rtos/freertos -Itests/port/adapters/freertos/kernel
SRC = $(addprefix tests/pool/preempt/,waits/main.c waits/own.c tasks/switch.c vectors.c) $(WAIT)
