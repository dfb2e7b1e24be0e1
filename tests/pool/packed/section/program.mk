# SPDX-License-Identifier: MIT
# in:   SECTION_FLAGS: how the program is compiled
NAMES         += SECTION_FLAGS
SRC            = tests/pool/packed/section/section.c
CFLAGS_PROGRAM = $(SECTION_FLAGS)
SCRIPT         = tests/pool/packed/section/dtcm.ld
