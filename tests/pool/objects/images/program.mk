# SPDX-License-Identifier: MIT
SRC            = $(wildcard tests/pool/objects/images/*.c) tests/pool/objects/world.c \
	tests/pool/unit/unit.c tests/pool/unit/memory.c
CFLAGS_PROGRAM = -include tests/pool/objects/images/questions.h
