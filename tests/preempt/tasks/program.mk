# SPDX-License-Identifier: MIT
# tests/preempt/tasks: see tests/preempt/README.md. On a board: ICOUNT=7, Armv7-M or later.
SRC = $(addprefix tests/preempt/tasks/,main.c hammer.c) tests/preempt/look.c \
	$(if $(filter host,$(ARCH)),tests/preempt/tasks/threads.c,tests/preempt/tasks/switch.c \
	tests/preempt/vectors.c)
