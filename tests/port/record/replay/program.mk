# tests/port/record/replay, for BOARD=host: see tests/port/record/README.md
ROOMS = guard heap audit
SRC = tests/port/record/replay/replay.c port/tool/size/trace.c
