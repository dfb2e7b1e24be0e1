# SPDX-License-Identifier: MIT
LIBC ?= newlib
ROOMS = guard heap audit
SRC   = tests/port/adapters/small/small.cc
