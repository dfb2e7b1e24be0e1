# SPDX-License-Identifier: MIT
# tests/boards/console/program.mk: tests two kinds of RAM, and interrupts that the processor takes
# late.
ROOMS          = guard heap audit
SRC            = tests/boards/console/main.c tests/boards/console/heaps.c \
	tests/boards/console/late.c
CFLAGS_PROGRAM = -Itests/boards/console
