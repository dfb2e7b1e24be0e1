# SPDX-License-Identifier: MIT
# tests/examples/cxx.mk: included by the program.mk of each example in C++. `check` searches for its
# name.
SRC             := $(wildcard $(PROGRAM)/*.cc)
NO_LIBC          = 1
CXXFLAGS_PROGRAM = -fno-exceptions -fno-rtti
