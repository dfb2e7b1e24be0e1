# SPDX-License-Identifier: MIT
# tests/size, for BOARD=host: see tests/size/README.md
ROOMS = guard heap audit
SRC = $(addprefix tests/size/,main.c input.c trace.c counters.c replay.c plan.c demand.c search.c \
	guarantee.c headroom.c fit.c certificate.c output.c)
CFLAGS_PROGRAM = -Itests/size

# The program has one thread, and needs no lock.
override DEFS += -iquote tests/size/lock
