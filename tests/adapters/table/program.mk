# SPDX-License-Identifier: MIT
LIBC ?= newlib
SRC   = tests/adapters/table/table.c
