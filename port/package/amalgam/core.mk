# SPDX-License-Identifier: MIT
# port/package/amalgam/core.mk: AMALGAM=1 builds a program on the amalgam's two files, without the
# flags of pool/. Included by boards/build/program.mk.
#
# in:   POOL_DEFINES, SOC, ARCH
# out:  POOL: the paths of the two files
#       POOL_HAS: the files of the port whose code they contain
#       POOL_ALONE: the flags for a core that has no libc
#       CFLAGS_PROGRAM: includes the amalgam's headers first; the guards of these skip the tree's
AMALGAM_DIR := $(shell port/package/write amalgam)
ifeq ($(AMALGAM_DIR),)
$(error AMALGAM=1: port/package/write failed; type: port/package/write amalgam)
endif
POOL         := $(addprefix $(AMALGAM_DIR)/,tarn.c tarn_objects.c) pool/heap/default.c
POOL_HAS     := port/machine/host/lock.c
POOL_ALONE   := $(if $(filter riscv,$(ARCH)),-ffreestanding)
CFLAGS_PROGRAM += -include $(AMALGAM_DIR)/tarn_objects.h

# The compiler's macros do not name the lock of such a chip.
ifneq ($(SOC)$(filter process,$(ARCH)),)
POOL_DEFINES += -DTARN_PORT_HEADER='"tarn_port_impl.h"'
endif
