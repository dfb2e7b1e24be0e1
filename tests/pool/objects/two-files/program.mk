# SPDX-License-Identifier: MIT
# in:   TWO_FLAGS: how the two files are compiled
NAMES         += TWO_FLAGS
SRC            = tests/pool/objects/two-files/own.c tests/pool/objects/two-files/enemy.c
CFLAGS_PROGRAM = $(TWO_FLAGS)
