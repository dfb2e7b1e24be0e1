# SPDX-License-Identifier: MIT
# tests/hello/program.mk: does a board boot, print, take arguments, tick and exit?
# pool/heap/fault.c: the names of the faults, which the port prints.
SRC     = tests/hello/hello.c pool/heap/fault.c
ROOMS   =
