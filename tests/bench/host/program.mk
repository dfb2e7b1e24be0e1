# SPDX-License-Identifier: MIT
# tests/bench/host, for BOARD=host: see README.md. No pool: malloc is that of the library below.
# -fno-plt: calls reach malloc without a stub that would be counted.
SRC = $(addprefix tests/bench/host/,main.c operations.c counts.c replay.c resident.c) \
	tests/size/trace.c tests/size/input.c tests/bench/load.c pool/heap/fault.c
ROOMS =
CFLAGS_PROGRAM = -fno-plt -fno-builtin
