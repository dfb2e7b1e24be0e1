# SPDX-License-Identifier: MIT
# tests/bench/host, for BOARD=host: see README.md. It links no room of pool/: malloc comes from libc
# or from a preloaded library. -fno-plt: no stub, which would be counted, stands before malloc.
SRC = $(addprefix tests/bench/host/,main.c operations.c counts.c replay.c resident.c) \
	port/tool/size/trace.c port/tool/size/input.c tests/bench/load.c pool/heap/fault.c
ROOMS =
CFLAGS_PROGRAM = -fno-plt -fno-builtin
