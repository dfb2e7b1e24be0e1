# SPDX-License-Identifier: MIT
SRC            = $(wildcard tests/pool/objects/*.c) tests/pool/unit/unit.c tests/pool/unit/memory.c
CFLAGS_PROGRAM = -include tests/pool/objects/questions.h
