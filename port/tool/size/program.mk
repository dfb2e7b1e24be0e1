# SPDX-License-Identifier: MIT
# port/tool/size, for BOARD=host: see port/tool/size/README.md
ROOMS = guard heap audit
SRC = $(addprefix port/tool/size/,main.c trace.c replay.c plan.c demand.c search.c guarantee.c \
	fit.c output.c)
CFLAGS_PROGRAM = -Iport/tool/size

# The program has one thread, and needs no lock.
override DEFS += -iquote port/tool/size/lock
