# tests/trace/own: see tests/trace/README.md
ROOMS = guard heap audit
SRC = tests/trace/traffic.c tests/trace/ledger.c tests/trace/own/own.c
override DEFS += -Itests/trace/own -DTARN_EVENT_HEADER='"own_events.h"'
