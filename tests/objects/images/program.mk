# SPDX-License-Identifier: MIT
SRC            = $(wildcard tests/objects/images/*.c) tests/objects/world.c tests/unit/unit.c \
	tests/unit/memory.c
CFLAGS_PROGRAM = -include tests/objects/images/questions.h
