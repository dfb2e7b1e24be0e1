# SPDX-License-Identifier: MIT
# tests/cxx/containers: takes DEFS='-fno-exceptions ...', and on boards any LIBC with a libstdc++.
LIBC ?= newlib
SRC              = $(wildcard tests/cxx/containers/*.cc)
CXXFLAGS_PROGRAM = -Iport/cxx
