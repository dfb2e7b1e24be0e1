# tests/bench: see tests/bench/README.md
ROOMS = guard heap audit
SRC = $(addprefix tests/bench/,main.c load.c rows.c slots.c churn.c memory.c boot.c) \
	port/tool/ruler/histogram.c \
	port/tool/ruler/$(if $(filter riscv,$(ARCH)),ruler_riscv.c,ruler.c)
# What the calls about tags cost.
SRC += $(if $(findstring TARN_TAGS,$(DEFS)),tests/bench/tags.c)
include tests/bench/adapters/adapter.mk

# The build that measures masked windows instead of whole calls has another lock. It needs
# DEFS="-DTARN_BENCH_WINDOW -iquote tests/bench/window": -iquote goes before every -I.
ifneq ($(findstring TARN_BENCH_WINDOW,$(DEFS)),)
SRC += tests/bench/window/window.c
endif
