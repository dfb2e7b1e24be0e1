# tests/boards/kit/count: the bench's workloads, measured in cycles on the board itself. A part of
# tests/boards/kit.
SRC = $(addprefix tests/bench/,load.c churn.c) port/tool/ruler/histogram.c \
	$(addprefix tests/bench/adapters/,tarn.c tarn_tables.c defaults.c) \
	$(wildcard tests/boards/kit/count/*.c)
CFLAGS_PROGRAM = -Itests/bench $(KIT_SIZES)
PART_ENTRY = kit_count

# The soak has a slot for each 32 bytes of its arena (tests/soak/guest/soak.h).
KIT_SIZES = -DBENCH_BLOCKS_MAX='($(ARENA_BYTES)/32)'
# Cycles from 0 to HISTOGRAM_EXACT have a bin each. Small boards have less RAM, so fewer bins.
KIT_SIZES += $(shell test $(ARENA_BYTES) -ge 16384 && \
	echo -DHISTOGRAM_EXACT=2048 -DHISTOGRAM_BINS=2304 || \
	echo -DHISTOGRAM_EXACT=432 -DHISTOGRAM_BINS=496) -DHISTOGRAM_COUNT=uint16_t
