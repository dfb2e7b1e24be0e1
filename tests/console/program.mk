# SPDX-License-Identifier: MIT
# tests/console/program.mk: what only a console has: two kinds of RAM, a header, interrupts taken late.
ROOMS          = guard heap audit
SRC            = tests/console/main.c tests/console/heaps.c tests/console/late.c
CFLAGS_PROGRAM = -Itests/console
