# SPDX-License-Identifier: MIT
SRC              = $(wildcard tests/pool/cxx/bare/*.cc) \
		tests/pool/unit/unit.c tests/pool/unit/memory.c
NO_LIBC          = 1
CFLAGS_PROGRAM   = -include tests/pool/cxx/bare/questions.h
CXXFLAGS_PROGRAM = $(CFLAGS_PROGRAM) -fno-exceptions -fno-rtti
