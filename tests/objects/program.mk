# SPDX-License-Identifier: MIT
SRC            = $(wildcard tests/objects/*.c) tests/unit/unit.c tests/unit/memory.c
CFLAGS_PROGRAM = -include tests/objects/questions.h
