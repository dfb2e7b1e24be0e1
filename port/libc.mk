# SPDX-License-Identifier: MIT
# port/libc.mk: what a program with a libc is built with, beside its own sources.
#
# in:   LIBC: newlib, nano (newlib-nano), picolibc, or nothing; CPLUSPLUS: are there sources in C++?
#       LIBC_MALLOC: `own` leaves the libc its own malloc; the program then defines sbrk, or _sbrk
# out:  LIBC_SRC: the adapters' sources
#       LIBC_CONSOLE: what stdio and exit() need on the boards of this repository
#       LIBC_FLAGS: for compiling and linking
#       LIBC_PACKAGES: what boards/bootstrap installs

LIBCS := newlib nano picolibc
ifneq ($(filter-out $(LIBCS),$(LIBC))$(word 2,$(LIBC)),)
$(error LIBC=$(LIBC): one of $(LIBCS))
endif

LIBC_FOLDER := $(patsubst nano,newlib,$(strip $(LIBC)))
ifneq ($(LIBC_FOLDER),)
ifneq ($(LIBC_MALLOC),own)
LIBC_SRC     := $(call part,$(LIBC_FOLDER)) $(if $(CPLUSPLUS),$(call part,cxx))
endif
LIBC_CONSOLE := port/$(LIBC_FOLDER)/console.c
endif
LIBC_PACKAGE_newlib   := libnewlib-arm-none-eabi
LIBC_PACKAGE_picolibc := picolibc-arm-none-eabi
LIBC_PACKAGES := $(LIBC_PACKAGE_$(LIBC_FOLDER)) \
		$(if $(CPLUSPLUS),libstdc++-arm-none-eabi-$(or $(LIBC_FOLDER),newlib))

LIBC_FLAGS_nano     := --specs=nano.specs
LIBC_FLAGS_picolibc := --specs=picolibc.specs
LIBC_FLAGS := $(LIBC_FLAGS_$(strip $(LIBC)))
