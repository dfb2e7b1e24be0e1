# tests/port/record/line: see tests/port/record/README.md
ROOMS = guard heap audit
SRC = tests/port/record/line/line.c port/tool/record/record.c port/tool/record/events.c
override DEFS += -Iport/tool/record -DTARN_EVENT_HEADER='"tarn_record_events.h"'
