# SPDX-License-Identifier: MIT
# tests/examples/example.mk: what the program.mk of each example includes.
SRC := $(wildcard $(PROGRAM)/*.c)
