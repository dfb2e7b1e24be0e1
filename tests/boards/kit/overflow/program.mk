# SPDX-License-Identifier: MIT
# tests/boards/kit/overflow: the kit on a board whose stack overflows during the count of cycles
include tests/boards/kit/program.mk
SRC  += tests/boards/kit/overflow/overflow.c
LIBS += -Wl,--wrap=kit_count
