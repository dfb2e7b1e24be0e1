# SPDX-License-Identifier: MIT
# tests/port/access/cost: instructions of one check. Needs ICOUNT=7, for the ruler.
RULER = $(if $(filter riscv,$(ARCH)),ruler_riscv.c,ruler.c)
SRC   = tests/port/access/cost/cost.c port/tool/ruler/$(RULER)
