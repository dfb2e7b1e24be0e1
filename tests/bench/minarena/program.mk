# tests/bench/minarena, for BOARD=host: see tests/bench/README.md
SRC = tests/bench/minarena/minarena.c tests/bench/minarena/trace.c tests/bench/load.c
