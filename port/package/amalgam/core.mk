# SPDX-License-Identifier: MIT
# port/package/amalgam/core.mk: the core of a program is the amalgam's two files, compiled without
# the flags that pool/ has. Included by boards/program.mk.
#
# in:   POOL_DEFINES, SOC, ARCH
# out:  POOL: their paths. POOL_HAS: what of the port they have, too. POOL_ALONE: the flags for a core
#       that has no libc. CFLAGS_PROGRAM: the program's files have the amalgam's headers, for these
#       come first: whatever is included later is there already
AMALGAM_DIR := $(shell port/package/write amalgam)
ifeq ($(AMALGAM_DIR),)
$(error AMALGAM=1: port/package/write failed)
endif
POOL         := $(addprefix $(AMALGAM_DIR)/,tarn.c tarn_objects.c) pool/heap/default.c
POOL_HAS     := port/host/lock.c
POOL_ALONE   := $(if $(filter riscv,$(ARCH)),-ffreestanding)
CFLAGS_PROGRAM += -include $(AMALGAM_DIR)/tarn_objects.h

# A lock that the compiler's macros do not tell.
ifneq ($(SOC)$(filter process,$(ARCH)),)
POOL_DEFINES += -DTARN_PORT_HEADER='"tarn_port_impl.h"'
endif
