# SPDX-License-Identifier: MIT
# tests/port/adapters/cost: needs ICOUNT=7, for the ruler of tests/bench.
LIBC ?= newlib
ROOMS          = guard heap audit
SRC            = tests/port/adapters/cost/cost.c port/tool/ruler/ruler.c tests/bench/load.c
CFLAGS_PROGRAM = -Itests/bench
ifneq ($(LIBC),picolibc)
CFLAGS_PROGRAM += -DADAPTERS_NEWLIB
endif
