# SPDX-License-Identifier: MIT
LIBC ?= newlib
SRC   = tests/adapters/hello.c
