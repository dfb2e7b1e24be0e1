# SPDX-License-Identifier: MIT
# On a board with LIBC=newlib, whose malloc is then Tarn's: DEFS=-DMALLOC asks that, too.
SRC            = $(PROGRAM)/callers.c
CFLAGS_PROGRAM = -std=gnu11 -w -fno-builtin
override STACK_BYTES := 4096
