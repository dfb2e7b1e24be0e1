# tests/record/line: see tests/record/README.md
ROOMS = guard heap audit
SRC = tests/record/line/line.c port/record/record.c port/record/events.c
override DEFS += -Iport/record -DTARN_EVENT_HEADER='"tarn_record_events.h"'
