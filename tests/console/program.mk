# SPDX-License-Identifier: MIT
# tests/console/program.mk: tests two kinds of RAM, and interrupts that the processor takes late.
ROOMS          = guard heap audit
SRC            = tests/console/main.c tests/console/heaps.c tests/console/late.c
CFLAGS_PROGRAM = -Itests/console
