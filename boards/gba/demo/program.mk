# SPDX-License-Identifier: MIT
# boards/gba/demo/program.mk: the articles' particle wand, and a view of its arena
# (boards/README.md).
SRC            = $(wildcard boards/gba/demo/*.c)
CFLAGS_PROGRAM = -Iboards/gba/demo

# Code in the fast RAM, next to data (FAST in video.h), makes a segment with all permissions.
LIBS += -Wl,--no-warn-rwx-segments
