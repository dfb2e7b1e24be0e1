# tests/trace/freertos: see tests/trace/README.md
ROOMS = guard heap audit
SRC = tests/trace/traffic.c tests/trace/ledger.c tests/trace/freertos/trace.c \
	port/rtos/freertos/heap_tarn.c port/malloc/malloc_init.c
override DEFS += -Itests/port/adapters/freertos/kernel -Iport/rtos/freertos -Iport/tool/trace \
	-DTARN_EVENT_HEADER='"tarn_freertos_events.h"'
