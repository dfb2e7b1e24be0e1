# SPDX-License-Identifier: MIT
# port/package/lib/armv4t.mk: as port/package/lib/cortex-m.mk, because the compiler and the libcs
# are the same.

LIB_SRC += $(call part,armv4t)
include port/package/lib/cortex-m.mk
