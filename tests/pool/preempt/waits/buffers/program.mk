# SPDX-License-Identifier: MIT
# tests/pool/preempt/waits/buffers: takes what tests/pool/preempt/waits takes.
include tests/pool/preempt/waits/program.mk
CFLAGS_PROGRAM += -Itests/pool/preempt/waits
SRC := tests/pool/preempt/waits/buffers/main.c tests/examples/buffers/buffers.c \
	$(filter-out tests/pool/preempt/waits/main.c,$(SRC))
