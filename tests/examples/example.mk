# SPDX-License-Identifier: MIT
# tests/examples/example.mk: what the program.mk of each example includes. The pool's objects are
# those of the first example (tests/examples), so Tarn is compiled once for all of a board.
SRC      := $(wildcard $(PROGRAM)/*.c)
NO_POOL  := 1
FIRST     = build/$(BOARD)/examples-h$(HARDEN)-a$(ARENA)$(HASH)
ARCHIVES  = $(FIRST)/pool.a

build/%/pool.a: force
	+@$(MAKE) --no-print-directory -f boards/program.mk PROGRAM=tests/examples
	@$(AR) rcs $@.$$$$ $(patsubst %.c,$(FIRST)/%.o,$(wildcard pool/*.c)) && mv -f $@.$$$$ $@
