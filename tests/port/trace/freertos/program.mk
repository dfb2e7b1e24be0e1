# tests/port/trace/freertos: see tests/port/trace/README.md
ROOMS = guard heap audit
SRC = tests/port/trace/traffic.c tests/port/trace/freertos/trace.c \
	port/rtos/freertos/heap_tarn.c port/malloc/malloc_init.c
override DEFS += -Itests/port/adapters/freertos/kernel -Iport/rtos/freertos -Iport/tool/trace \
	-DTARN_EVENT_HEADER='"tarn_freertos_events.h"'
