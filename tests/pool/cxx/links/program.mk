# SPDX-License-Identifier: MIT
# One file with exceptions, in C++11, and one without, in C++17. Of a function that both define, the
# linker keeps the first: the one of loud.cc, or with DEFS=-DQUIET_FIRST the one of quiet.cc.
FIRST            = $(if $(filter -DQUIET_FIRST,$(DEFS)),quiet loud,loud quiet)
SRC              = $(patsubst %,tests/pool/cxx/links/%.cc,$(FIRST))
CXXFLAGS_PROGRAM = $(if $(filter %/quiet.cc,$<),-fno-exceptions,-std=c++11)
