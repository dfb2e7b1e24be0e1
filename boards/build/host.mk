# SPDX-License-Identifier: MIT
# boards/build/host.mk: builds a process of this machine. boards/build/program.mk includes it.
#
# in:   CC, SANITIZE, CPLUSPLUS
# out:  as boards/build/bare.mk

ifneq ($(filter-out gcc clang,$(CC)),)
ifeq ($(filter $(shell uname -m)-%,$(shell $(CC) -dumpmachine)),)
$(error CC=$(CC): it compiles for another machine; allowed are gcc and clang of this machine)
endif
endif
ifneq ($(filter LIBC,$(TYPED)),)
$(error LIBC=$(LIBC): BOARD=host has a libc of its own)
endif
CXX        := $(subst clang,clang++,$(subst gcc,g++,$(CC)))
COMPILER   := $(CC)
LINKER     := $(if $(CPLUSPLUS),$(CXX),$(CC))
AR         := ar
PORT_SRC   := $(wildcard port/machine/host/*.c) boards/chip/host/tick.c port/malloc/arena.c
DEFINES    += -DTARN_ARENA_ALIGN=4096
SUPPORT    := $(filter-out %/libc_stub.c,$(SUPPORT))
# With a sanitizer's checks GCC warns wrongly of variables that are read before they are written.
MACHINE    := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all \
		-fno-omit-frame-pointer $(if $(findstring clang,$(CC)),,-Wno-maybe-uninitialized))
LINK        = -Wl,--gc-sections -pthread
# Debian has the sanitizers of clang in a package of their own.
BUILD_TOOLS := $(firstword $(CC)) $(if $(CPLUSPLUS),$(firstword $(CXX))) \
		$(if $(SANITIZE),$(if $(findstring clang,$(CC)),libclang-rt-dev))
