# tests/record/recorder, for BOARD=host: see tests/record/README.md
ROOMS = guard heap audit
SRC = tests/record/recorder/recorder.c port/tool/record/record.c
