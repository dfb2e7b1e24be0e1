# SPDX-License-Identifier: MIT
# tests/pool/cxx/containers: takes DEFS='-fno-exceptions ...', and on boards any LIBC with a
# libstdc++.
LIBC ?= newlib
SRC   = tests/pool/cxx/containers/containers.cc
