# tests/port/record/recorder, for BOARD=host: see tests/port/record/README.md
ROOMS = guard heap audit
SRC = tests/port/record/recorder/recorder.c port/tool/record/record.c
