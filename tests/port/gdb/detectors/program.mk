# SPDX-License-Identifier: MIT
# On the host, at the addresses that its ELF has: its memory is read back there.
SRC            = tests/port/gdb/detectors/detectors.c
CFLAGS_PROGRAM = -fno-pie
LIBS           = -no-pie
