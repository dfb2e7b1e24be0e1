# SPDX-License-Identifier: MIT
# tests/pool/preempt/tasks: see tests/pool/preempt/README.md. On a board: ICOUNT=7, Armv7-M or
# later.
SRC = $(addprefix tests/pool/preempt/tasks/,main.c hammer.c) tests/pool/preempt/look.c \
	$(if $(filter host,$(ARCH)),tests/pool/preempt/tasks/threads.c,\
	tests/pool/preempt/tasks/switch.c tests/pool/preempt/vectors.c)
