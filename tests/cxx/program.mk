# SPDX-License-Identifier: MIT
# The question files are C++. The test harness owns the arena. The libc keeps its own malloc, which
# exceptions use.
SRC               = $(wildcard tests/cxx/*.cc) tests/objects/world.c \
		tests/unit/unit.c tests/unit/memory.c \
		$(if $(filter host,$(BOARD)),,tests/cxx/libc/sbrk.c)
CFLAGS_PROGRAM    = -include tests/cxx/questions.h
CXXFLAGS_PROGRAM  = $(CFLAGS_PROGRAM) $(if $(findstring -fno-exceptions,$(DEFS)),-fno-rtti)
LIBC             ?= $(if $(filter host,$(BOARD)),,newlib)
LIBC_MALLOC       = own
