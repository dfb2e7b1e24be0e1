# SPDX-License-Identifier: MIT
# tests/kit/overflow: the kit on a board whose stack overflows during the count of cycles
include tests/kit/program.mk
SRC  += tests/kit/overflow/overflow.c
LIBS += -Wl,--wrap=kit_count
