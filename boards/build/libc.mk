# SPDX-License-Identifier: MIT
# boards/build/libc.mk: what a program with a libc needs in addition to its own sources.
#
# in:   LIBC: newlib, nano (newlib-nano), picolibc, or empty
#       CPLUSPLUS: not empty if there are sources in C++
#       ARCH
#       LIBC_MALLOC: `own` keeps the libc's malloc; the program then defines sbrk, or _sbrk
# out:  LIBCS: the libcs that Debian has for the core
#       LIBC_SRC: the adapters' sources
#       LIBC_CONSOLE: what stdio and exit() need on the boards of this repository
#       LIBC_FLAGS: flags for compiling and linking
#       LIBC_PACKAGES: the packages that boards/build/bootstrap installs

# $(call of_libc,NAME): the value of NAME for RISC-V, or for Arm
of_libc = $($(1)_$(or $(filter riscv,$(ARCH)),arm))

# The packages of the libcs, and of the C++ library for each.
LIBC_PACKAGE_newlib_arm     := libnewlib-arm-none-eabi
LIBC_PACKAGE_picolibc_arm   := picolibc-arm-none-eabi
LIBC_PACKAGE_picolibc_riscv := picolibc-riscv64-unknown-elf
LIBC_CXX_newlib_arm         := libstdc++-arm-none-eabi-newlib
LIBC_CXX_picolibc_arm       := libstdc++-arm-none-eabi-picolibc

LIBCS_arm   := newlib nano picolibc
LIBCS_riscv := picolibc
LIBCS       := $(call of_libc,LIBCS)
ifneq ($(filter-out $(LIBCS),$(LIBC))$(word 2,$(LIBC)),)
$(error LIBC=$(LIBC): one of $(LIBCS))
endif

LIBC_FOLDER := $(patsubst nano,newlib,$(strip $(LIBC)))
ifneq ($(LIBC_FOLDER),)
ifneq ($(LIBC_MALLOC),own)
LIBC_SRC     := $(call part,$(LIBC_FOLDER)) $(if $(CPLUSPLUS),$(call part,cxx))
endif
LIBC_CONSOLE := boards/chip/$(LIBC_FOLDER)/console.c
endif
LIBC_PACKAGES := $(if $(LIBC_FOLDER),$(call of_libc,LIBC_PACKAGE_$(LIBC_FOLDER))) \
		$(if $(CPLUSPLUS),$(call of_libc,LIBC_CXX_$(or $(LIBC_FOLDER),newlib)))

LIBC_FLAGS_nano     := --specs=nano.specs
LIBC_FLAGS_picolibc := --specs=picolibc.specs
LIBC_FLAGS := $(LIBC_FLAGS_$(strip $(LIBC)))
