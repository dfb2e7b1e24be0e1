# SPDX-License-Identifier: MIT
# tests/examples/example.mk: included by the program.mk of each example in C.
SRC := $(wildcard $(PROGRAM)/*.c)
