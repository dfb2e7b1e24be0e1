# SPDX-License-Identifier: MIT
# tests/preempt/waits/buffers: takes what tests/preempt/waits takes.
include tests/preempt/waits/program.mk
CFLAGS_PROGRAM += -Itests/preempt/waits
SRC := tests/preempt/waits/buffers/main.c tests/examples/buffers/buffers.c \
	$(filter-out tests/preempt/waits/main.c,$(SRC))
