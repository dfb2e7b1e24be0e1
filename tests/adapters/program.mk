# SPDX-License-Identifier: MIT
# tests/adapters: see tests/adapters/README.md. LIBC=nano, LIBC=picolibc: with that libc.
LIBC ?= newlib
ROOMS = guard heap audit
SRC            = $(wildcard tests/adapters/*.c)

# The compiler knows malloc: it drops calls whose outcome it foresees, and warns of those that are
# meant to fail.
CFLAGS_PROGRAM = -std=gnu11 -Itests/adapters -fno-builtin -Wno-use-after-free \
		-Wno-alloc-size-larger-than
ifneq ($(LIBC),picolibc)
SRC            += $(wildcard tests/adapters/newlib/*.c)
CFLAGS_PROGRAM += -DADAPTERS_NEWLIB
endif
LIBS = $(if $(findstring -flto,$(OPT)),-Wno-alloc-size-larger-than)

# newlib's printf needs more than the microbit's 2 KB. (`override`: it stands against what
# boards/program.mk makes of STACK.)
ifeq ($(STACK),2K)
override STACK_BYTES := 4096
endif
