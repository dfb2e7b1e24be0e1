# SPDX-License-Identifier: MIT
SRC              = $(wildcard tests/cxx/bare/*.cc tests/cxx/bare/*.c) \
		tests/unit/unit.c tests/unit/memory.c
NO_LIBC          = 1
CFLAGS_PROGRAM   = -include tests/cxx/bare/questions.h
CXXFLAGS_PROGRAM = $(CFLAGS_PROGRAM) -Iport/cxx -fno-exceptions -fno-rtti
