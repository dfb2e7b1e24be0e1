# SPDX-License-Identifier: MIT
# One file with exceptions, in C++11, and one without, in C++17. The linker keeps the first of what both have: that is
# loud.cc's, and with DEFS=-DQUIET_FIRST quiet.cc's.
SRC              = $(patsubst %,tests/cxx/links/%.cc,$(if $(filter -DQUIET_FIRST,$(DEFS)),quiet loud,loud quiet))
CXXFLAGS_PROGRAM = $(if $(filter %/quiet.cc,$<),-fno-exceptions,-std=c++11)
