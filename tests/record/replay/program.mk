# tests/record/replay, for BOARD=host: see tests/record/README.md
SRC = tests/record/replay/replay.c
