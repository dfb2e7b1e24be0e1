# SPDX-License-Identifier: MIT
# Under QEMU with ICOUNT=7 only. See tests/bench/objects/README.md.
SRC            = $(wildcard tests/bench/objects/calls/*.c) \
	port/tool/ruler/$(if $(filter riscv,$(ARCH)),ruler_riscv.c,ruler.c)
