# tests/port/trace/sysview: see tests/port/trace/README.md
ROOMS = guard heap audit
SRC = tests/port/trace/traffic.c tests/port/trace/sysview/sysview.c
override DEFS += -Itests/port/trace/sysview -Iport/tool/trace \
	-DTARN_EVENT_HEADER='"tarn_sysview_events.h"'
