# tests/trace/sysview: see tests/trace/README.md
ROOMS = guard heap audit
SRC = tests/trace/traffic.c tests/trace/ledger.c tests/trace/sysview/sysview.c
override DEFS += -Itests/trace/sysview -Iport/tool/trace \
	-DTARN_EVENT_HEADER='"tarn_sysview_events.h"'
