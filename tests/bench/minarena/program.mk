# tests/bench/minarena: see tests/bench/README.md
ROOMS = guard heap audit
SRC = $(addprefix tests/bench/,minarena/minarena.c load.c slots.c) \
	port/tool/ruler/histogram.c \
	port/tool/ruler/$(if $(filter riscv,$(ARCH)),ruler_riscv.c,ruler.c)
include tests/bench/adapters/adapter.mk
