# SPDX-License-Identifier: MIT
# port/armv4t/lib.mk: as port/cortex-m/lib.mk, because the compiler and the libcs are the same.

LIB_SRC += $(call part,armv4t)
include port/cortex-m/lib.mk
