# SPDX-License-Identifier: MIT
# tests/examples/cxx.mk: what the program.mk of each example in C++ includes. `check` knows by it which they are.
SRC             := $(wildcard $(PROGRAM)/*.cc)
LIBC            ?= $(if $(filter host,$(BOARD)),,nano)
CXXFLAGS_PROGRAM = -fno-exceptions -fno-rtti
