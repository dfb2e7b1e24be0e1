# tests/port/trace/own: see tests/port/trace/README.md
ROOMS = guard heap audit
SRC = tests/port/trace/traffic.c tests/port/trace/ledger.c tests/port/trace/own/own.c
override DEFS += -Itests/port/trace/own -DTARN_EVENT_HEADER='"own_events.h"'
