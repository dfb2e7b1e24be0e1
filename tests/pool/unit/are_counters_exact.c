/* SPDX-License-Identifier: MIT */
#include "heap/heap.h"
#include "questions.h"
#include "unit.h"

/* refused has 40 bits, in two places. */
static void refused_passes_32_bits(void)
{
	NEED_POOLS;
	NEED(MAKE(1024, {BLOCK(24), 1, 0, 0}));
	CHECK(tarn_alloc(&unit_heap, 1) != NULL);
	tally_of(&unit_heap, 0)->refused = UINT32_MAX;
	for (uint32_t i = 0; i < 3; i++) {
		CHECK_EQ(unit_refused(&unit_heap, 0), UINT64_C(0xffffffff) + i);
		CHECK(tarn_alloc(&unit_heap, 1) == NULL);
	}
	CHECK_SOUND(&unit_heap);
}

/* The count of one kind of fault stops at 65,535 and never returns to 0. */
static void faults_do_not_wrap(void)
{
	struct tarn_heap_stats stats;

	NEED(unit_make(&unit_heap, unit_arena(), 1024, &(struct tarn_class){BLOCK(24), 2, 0, 0},
		       TARN_POOLS));
	unit_heap.faults[TARN_FAULT_FOREIGN] = UINT16_MAX - 2;
	for (uint32_t i = 0; i < 5; i++)
		tarn_free(&unit_heap, &stats);
	CHECK_EQ(unit_faults, 5);
	unit_faults = 0;
	tarn_heap_stats(&unit_heap, &stats);
	CHECK_EQ(stats.faults[TARN_FAULT_FOREIGN], UINT16_MAX);
	for (uint32_t kind = 0; kind < TARN_FAULT_KINDS; kind++)
		CHECK_EQ(stats.faults[kind], kind == TARN_FAULT_FOREIGN ? UINT16_MAX : 0);
}

static uint32_t bins_at_most(uint32_t bytes)
{
	uint32_t octaves = 1;

	while (bytes >>= 1)
		octaves++;
	return 4 * octaves;
}

/* The sizing law at the beginning of tarn.h, at the levels whose records it describes. */
static void the_sizing_law_holds(void)
{
	struct tarn_heap_stats stats;

	for (uint32_t bytes = 1024; bytes <= unit_arena_bytes() && bytes <= 1u << 20;
	     bytes += bytes / 2) {
		uint32_t whole = bytes & ~UINT32_C(15);

		NEED(unit_make(&unit_heap, unit_arena(), whole,
			       &(struct tarn_class){BLOCK(24), 5, 20, TARN_TO_COMMONS},
			       TARN_POOLS));
		tarn_heap_stats(&unit_heap, &stats);
		uint32_t law = 20 * (stats.classes + 1) + 4 * bins_at_most(whole) +
			       8 * (stats.pools / 256 + stats.commons / 256 + 2);
		CHECK_EQ(stats.metadata + stats.pools + stats.commons, whole);
		CHECK_EQ(stats.arena, whole);
		if (TARN_HARDEN == 1 && !TARN_COUNT && TARN_COMMONS)
			CHECK(stats.metadata <= law ||
			      (stats.pools && stats.metadata <= 33 * TARN_ALIGN));
	}
}

void are_counters_exact(void)
{
	CASE(refused_passes_32_bits);
	CASE(faults_do_not_wrap);
	CASE(the_sizing_law_holds);
}
