# SPDX-License-Identifier: MIT
# A unit test that fails: for tests/repo/runner/check cases.
SRC            = tests/repo/runner/wrong/does_it_fail.c tests/pool/unit/unit.c \
	tests/pool/unit/memory.c
CFLAGS_PROGRAM = -include tests/repo/runner/wrong/questions.h
