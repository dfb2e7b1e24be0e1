# SPDX-License-Identifier: MIT
# port/riscv/lib.mk: the library without a libc (port/bare/lib.mk says what there is).
include port/bare/lib.mk
