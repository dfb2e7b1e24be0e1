# SPDX-License-Identifier: MIT
# port/armv4t/lib.mk: the library without a libc (port/bare/lib.mk says what there is).
include port/bare/lib.mk
