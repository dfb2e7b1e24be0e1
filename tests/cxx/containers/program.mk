# SPDX-License-Identifier: MIT
# tests/cxx/containers: DEFS='-fno-exceptions ...' too, and on boards each LIBC that has a libstdc++.
LIBC ?= newlib
SRC              = $(wildcard tests/cxx/containers/*.cc)
CXXFLAGS_PROGRAM = -Iport/cxx
