# SPDX-License-Identifier: MIT
# boards/gba/demo/program.mk: the articles' particle wand, and the arena that it lives in (boards/README.md).
SRC            = $(wildcard boards/gba/demo/*.c)
CFLAGS_PROGRAM = -Iboards/gba/demo

# Code in the fast RAM beside data (FAST in video.h).
LIBS += -Wl,--no-warn-rwx-segments
