# tests/record/replay, for BOARD=host: see tests/record/README.md
ROOMS = guard heap audit
SRC = tests/record/replay/replay.c tests/size/input.c tests/size/trace.c
