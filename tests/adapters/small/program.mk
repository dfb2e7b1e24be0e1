# SPDX-License-Identifier: MIT
LIBC ?= newlib
SRC   = tests/adapters/small/small.cc
