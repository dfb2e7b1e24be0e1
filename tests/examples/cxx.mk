# SPDX-License-Identifier: MIT
# tests/examples/cxx.mk: what the program.mk of each example in C++ includes. `check` knows by it which they are.
SRC             := $(wildcard $(PROGRAM)/*.cc)
NO_LIBC          = 1
CXXFLAGS_PROGRAM = -fno-exceptions -fno-rtti
