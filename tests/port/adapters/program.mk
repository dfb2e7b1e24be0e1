# SPDX-License-Identifier: MIT
# tests/port/adapters: see tests/port/adapters/README.md. LIBC=nano, LIBC=picolibc: with that libc.
LIBC ?= newlib
ROOMS = guard heap audit
SRC            = $(wildcard tests/port/adapters/*.c)

# The compiler knows malloc: it drops calls whose result it can foresee, and warns of calls that
# must fail.
CFLAGS_PROGRAM = -std=gnu11 -Itests/port/adapters -fno-builtin -Wno-use-after-free \
		-Wno-alloc-size-larger-than
ifneq ($(LIBC),picolibc)
SRC            += $(wildcard tests/port/adapters/newlib/*.c)
CFLAGS_PROGRAM += -DADAPTERS_NEWLIB
endif
LIBS = $(if $(findstring -flto,$(OPT)),-Wno-alloc-size-larger-than)

# newlib's printf needs more stack than the microbit's 2 KB. (`override` wins against the value that
# boards/build/program.mk computes from STACK.)
ifeq ($(STACK),2K)
override STACK_BYTES := 4096
endif
