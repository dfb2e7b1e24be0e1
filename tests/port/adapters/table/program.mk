# SPDX-License-Identifier: MIT
LIBC ?= newlib
ROOMS = guard heap audit
SRC   = tests/port/adapters/table/table.c
