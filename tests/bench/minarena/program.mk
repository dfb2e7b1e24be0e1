# tests/bench/minarena: see tests/bench/README.md
SRC = $(addprefix tests/bench/,minarena/minarena.c load.c slots.c)
include tests/bench/adapters/adapter.mk
