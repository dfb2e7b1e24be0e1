# SPDX-License-Identifier: MIT
# port/libc.mk: what a program with a libc is built with, beside its own sources.
#
# in:   LIBC: newlib, nano (newlib-nano), picolibc, or nothing
# out:  LIBC_SRC, the adapter's sources; LIBC_FLAGS, for compiling and linking

LIBCS := newlib nano picolibc
ifneq ($(words $(LIBC))-$(filter $(LIBC),$(LIBCS)),$(words $(LIBC))-$(strip $(LIBC)))
$(error LIBC=$(LIBC): one of $(LIBCS))
endif

LIBC_SRC_newlib   := $(wildcard port/newlib/*.c) port/malloc_init.c
LIBC_SRC_nano     := $(LIBC_SRC_newlib)
LIBC_SRC_picolibc := $(wildcard port/picolibc/*.c) port/malloc_init.c
LIBC_FLAGS_nano     := --specs=nano.specs
LIBC_FLAGS_picolibc := --specs=picolibc.specs

LIBC_SRC   := $(LIBC_SRC_$(strip $(LIBC)))
LIBC_FLAGS := $(LIBC_FLAGS_$(strip $(LIBC)))
