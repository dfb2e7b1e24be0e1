# SPDX-License-Identifier: MIT
# tests/hello/program.mk: does a board boot, print, take arguments, tick and exit?
SRC     = tests/hello/hello.c
NO_POOL = 1
