# SPDX-License-Identifier: MIT
LIBC ?= newlib
ROOMS = guard heap audit
SRC   = tests/adapters/small/small.cc
