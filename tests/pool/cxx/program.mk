# SPDX-License-Identifier: MIT
# The question files are C++. The test harness owns the arena. The libc keeps its own malloc, which
# exceptions use.
SRC               = $(wildcard tests/pool/cxx/*.cc) tests/pool/objects/world.c \
		tests/pool/unit/unit.c tests/pool/unit/memory.c \
		$(if $(filter host,$(BOARD)),,tests/pool/cxx/libc/sbrk.c)
CFLAGS_PROGRAM    = -include tests/pool/cxx/questions.h
CXXFLAGS_PROGRAM  = $(CFLAGS_PROGRAM) $(if $(findstring -fno-exceptions,$(DEFS)),-fno-rtti)
LIBC             ?= $(if $(filter host,$(BOARD)),,newlib)
LIBC_MALLOC       = own
