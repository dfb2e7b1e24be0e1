# SPDX-License-Identifier: MIT
# A unit test that fails: for tests/runner/check cases.
SRC            = tests/runner/wrong/does_it_fail.c tests/pool/unit/unit.c tests/pool/unit/memory.c
CFLAGS_PROGRAM = -include tests/runner/wrong/questions.h
