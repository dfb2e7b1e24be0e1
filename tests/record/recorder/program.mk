# tests/record/recorder, for BOARD=host: see tests/record/README.md
SRC = tests/record/recorder/recorder.c port/record/record.c
