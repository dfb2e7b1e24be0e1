# SPDX-License-Identifier: MIT
SRC            = $(wildcard tests/pool/packed/*.c) tests/pool/unit/unit.c tests/pool/unit/memory.c
CFLAGS_PROGRAM = -include tests/pool/packed/questions.h
