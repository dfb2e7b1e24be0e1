# SPDX-License-Identifier: MIT
SRC            = $(wildcard tests/packed/*.c) tests/unit/unit.c tests/unit/memory.c
CFLAGS_PROGRAM = -include tests/packed/questions.h
