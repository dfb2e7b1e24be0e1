# SPDX-License-Identifier: MIT
# port/tool/size, for BOARD=host: see port/tool/size/README.md
ROOMS = guard heap audit
SRC = $(addprefix port/tool/size/,main.c input.c trace.c counters.c replay.c plan.c demand.c \
	search.c guarantee.c headroom.c fit.c certificate.c output.c)
CFLAGS_PROGRAM = -Iport/tool/size

# The program has one thread, and needs no lock.
override DEFS += -iquote port/tool/size/lock
