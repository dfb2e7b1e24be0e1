/* SPDX-License-Identifier: MIT */
#include "heap/heap.h"
#include "questions.h"
#include "unit.h"

/* The counters that every build has. */
static void check_class(uint32_t index, uint32_t live, uint32_t peak, uint64_t refused)
{
	struct tarn_class_stats stats;

	tarn_class_stats(&unit_heap, index, &stats);
	CHECK_EQ(stats.live, live);
	CHECK_EQ(stats.peak, peak);
	CHECK_EQ(stats.refused, refused);
}

/* The counters of TARN_COUNT. They are 0 without it. */
static void check_sums(uint32_t index, uint64_t allocations, uint64_t frees, uint64_t requested,
		       uint32_t largest_refused)
{
	struct tarn_class_stats stats;

	tarn_class_stats(&unit_heap, index, &stats);
	CHECK_EQ(stats.allocations, TARN_COUNT ? allocations : 0);
	CHECK_EQ(stats.frees, TARN_COUNT ? frees : 0);
	CHECK_EQ(stats.requested, TARN_COUNT ? requested : 0);
	CHECK_EQ(stats.largest_refused, TARN_COUNT ? largest_refused : 0);
}

static void check_live_bytes(uint32_t index, uint64_t bytes)
{
	struct tarn_class_stats stats;

	tarn_class_stats(&unit_heap, index, &stats);
	CHECK_EQ(stats.live_requested, TARN_HARDEN >= 2 && TARN_COUNT ? bytes : 0);
}

static void a_pool_counts(void)
{
	struct tarn_class_stats stats;

	NEED_POOLS;
	if (!MAKE(1024, {BLOCK(24), 3, 0, 0}))
		return;
	tarn_class_stats(&unit_heap, 0, &stats);
	CHECK_EQ(stats.size, BLOCK(24));
	CHECK_EQ(stats.capacity, 3);
	check_class(0, 0, 0, 0);
	void *a = tarn_alloc(&unit_heap, 24);
	void *b = tarn_alloc(&unit_heap, 20);
	check_class(0, 2, 2, 0);
	check_sums(0, 2, 0, 44, 0);
	check_live_bytes(0, 44);
	tarn_free(&unit_heap, a);
	check_class(0, 1, 2, 0);
	check_sums(0, 2, 1, 44, 0);
	check_live_bytes(0, 20);
	a = tarn_alloc(&unit_heap, 0);
	check_class(0, 2, 2, 0);
	check_sums(0, 3, 1, 44, 0);
	void *c = tarn_alloc(&unit_heap, 1);
	check_class(0, 3, 3, 0);
	CHECK(tarn_alloc(&unit_heap, 7) == NULL);
	CHECK(tarn_alloc(&unit_heap, 5) == NULL);
	check_class(0, 3, 3, 2);
	check_sums(0, 4, 1, 45, 7);
	check_live_bytes(0, 21);
	tarn_free(&unit_heap, a);
	tarn_free(&unit_heap, b);
	tarn_free(&unit_heap, c);
	check_class(0, 0, 3, 2);
	check_sums(0, 4, 4, 45, 7);
	check_live_bytes(0, 0);
}

static void the_commons_count(void)
{
	struct tarn_heap_stats heap;

	NEED_COMMONS;
	if (!MAKE_COMMONS(1024))
		return;
	tarn_heap_stats(&unit_heap, &heap);
	uint32_t all = heap.commons_free;

	CHECK_EQ(heap.longest_free, all);
	CHECK_EQ(heap.commons_peak, 0);
	void *a = tarn_alloc(&unit_heap, 40);
	void *b = tarn_alloc(&unit_heap, 100);
	check_class(0, TARN_COUNT ? 2 : 0, BLOCK(40) + BLOCK(100), 0);
	check_sums(0, 2, 0, 140, 0);
	check_live_bytes(0, 140);
	tarn_free(&unit_heap, a);
	unit_drain(&unit_heap);
	tarn_heap_stats(&unit_heap, &heap);
	CHECK_EQ(heap.commons_free, all - BLOCK(100));
	CHECK_EQ(heap.longest_free, all - BLOCK(40) - BLOCK(100));
	CHECK_EQ(heap.commons_peak, BLOCK(40) + BLOCK(100));
	tarn_free(&unit_heap, b);
	unit_drain(&unit_heap);
	CHECK(tarn_alloc(&unit_heap, 5000) == NULL);
	CHECK(tarn_alloc(&unit_heap, 2000) == NULL);
	check_class(0, 0, BLOCK(40) + BLOCK(100), 2);
	check_sums(0, 2, 2, 140, 5000);
	check_live_bytes(0, 0);
	CHECK_EQ(unit_commons_free(&unit_heap), all);
}

/* Bytes count where the block lies, whoever asked, and a block grows in place. So `requested` is at
 * least `live_requested`. */
static void bytes_count_where_they_lie(void)
{
	uint32_t grown = TARN_HARDEN >= 2 ? 200 - 100 : 200 - ROOM(BLOCK(100));

	NEED_POOLS;
	NEED_COMMONS;
	if (!MAKE(1536, {BLOCK(24), 1, 0, TARN_TO_COMMONS}))
		return;
	CHECK(tarn_alloc(&unit_heap, 24) && tarn_alloc(&unit_heap, 20));
	check_sums(0, 1, 0, 24, 0);
	check_sums(1, 1, 0, 20, 0);
	void *block = tarn_alloc(&unit_heap, 100);
	CHECK_PTR(tarn_realloc(&unit_heap, block, 200), block);
	check_sums(1, 2, 0, 120 + grown, 0);
	check_live_bytes(1, 220);
	CHECK_PTR(tarn_realloc(&unit_heap, block, 50), block);
	check_sums(1, 2, 0, 120 + grown, 0);
	check_live_bytes(1, 70);
}

static void the_longest_run_is_exact(void)
{
	enum { BLOCKS = 6 };
	void *blocks[BLOCKS];

	NEED_COMMONS;
	if (!MAKE_COMMONS(1536))
		return;
	for (uint32_t i = 0; i < BLOCKS; i++)
		blocks[i] = tarn_alloc(&unit_heap, 50 + 16 * i);
	while (tarn_alloc(&unit_heap, 1))
		;
	uint32_t rest = unit_commons_free(&unit_heap); /* too short for any block */

	CHECK(rest < BLOCK(1));
	CHECK_EQ(unit_longest(&unit_heap), rest);
	tarn_free(&unit_heap, blocks[1]);
	unit_drain(&unit_heap);
	CHECK_EQ(unit_longest(&unit_heap), BLOCK(66));
	tarn_free(&unit_heap, blocks[4]);
	unit_drain(&unit_heap);
	CHECK_EQ(unit_longest(&unit_heap), BLOCK(114));
	tarn_free(&unit_heap, blocks[2]);
	unit_drain(&unit_heap);
	CHECK_EQ(unit_longest(&unit_heap), BLOCK(66) + BLOCK(82));
	tarn_free(&unit_heap, blocks[3]);
	unit_drain(&unit_heap);
	CHECK_EQ(unit_longest(&unit_heap), BLOCK(66) + BLOCK(82) + BLOCK(98) + BLOCK(114));
	CHECK_EQ(unit_commons_free(&unit_heap), unit_longest(&unit_heap) + rest);
}

/* Checks free, free_least, pools_live, smallest_free and largest_free. `used` bytes of the commons
 * are in use, and their peak is `peak`. */
static void check_sums_of_all(uint32_t live, uint32_t live_peak, uint32_t used, uint32_t peak)
{
	struct tarn_heap_stats stats;
	uint32_t block = BLOCK(24);

	tarn_heap_stats(&unit_heap, &stats);
	CHECK_EQ(stats.pools_live, live);
	CHECK_EQ(stats.free, stats.pools + stats.commons - live * block - used);
	CHECK_EQ(stats.free_least, stats.pools + stats.commons - live_peak * block - peak);
	CHECK_EQ(stats.commons_peak, peak);
	CHECK_EQ(stats.largest_free, stats.longest_free);
	CHECK_EQ(stats.smallest_free, live < 2 ? block : stats.longest_free);
}

static void the_sums_are_of_all_zones(void)
{
	NEED_POOLS;
	NEED_COMMONS;
	if (!MAKE(1024, {BLOCK(24), 2, 0, TARN_TO_COMMONS}))
		return;
	check_sums_of_all(0, 0, 0, 0);
	void *a = tarn_alloc(&unit_heap, 24);
	void *b = tarn_alloc(&unit_heap, 24);
	void *c = tarn_alloc(&unit_heap, 24);
	void *d = tarn_alloc(&unit_heap, 100);
	check_sums_of_all(2, 2, BLOCK(24) + BLOCK(100), BLOCK(24) + BLOCK(100));
	tarn_free(&unit_heap, d);
	tarn_free(&unit_heap, a);
	unit_drain(&unit_heap);
	check_sums_of_all(1, 2, BLOCK(24), BLOCK(24) + BLOCK(100));
	tarn_peak_reset(&unit_heap); /* the pool's peak stays */
	check_sums_of_all(1, 2, BLOCK(24), BLOCK(24));
	d = tarn_alloc(&unit_heap, 60);
	check_sums_of_all(1, 2, BLOCK(24) + BLOCK(60), BLOCK(24) + BLOCK(60));
	tarn_free(&unit_heap, d);
	tarn_free(&unit_heap, c);
	tarn_free(&unit_heap, b);
	unit_drain(&unit_heap);
	check_sums_of_all(0, 2, 0, BLOCK(24) + BLOCK(60));
	CHECK_SOUND(&unit_heap);
}

/* refused has 40 bits, in two places. */
static void refused_passes_32_bits(void)
{
	NEED_POOLS;
	if (!MAKE(1024, {BLOCK(24), 2, 0, 0}))
		return;
	void *a = tarn_alloc(&unit_heap, 1);

	CHECK(tarn_alloc(&unit_heap, 1) != NULL);
	tally_of(&unit_heap, 0)->refused = UINT32_MAX;
	CHECK_EQ(unit_refused(&unit_heap, 0), UINT32_MAX);
	CHECK(tarn_alloc(&unit_heap, 1) == NULL);
	CHECK_EQ(unit_refused(&unit_heap, 0), UINT64_C(1) << 32);
	check_class(0, 2, 2, UINT64_C(1) << 32);
	tarn_free(&unit_heap, a);
	check_class(0, 1, 2, UINT64_C(1) << 32);
	CHECK(tarn_alloc(&unit_heap, 1) != NULL);
	CHECK(tarn_alloc(&unit_heap, 1) == NULL);
	check_class(0, 2, 2, (UINT64_C(1) << 32) + 1);
	CHECK_SOUND(&unit_heap);
}

/* The count of one kind of fault stops at 65,535 and never returns to 0. */
static void faults_do_not_wrap(void)
{
	struct tarn_heap_stats stats;

	if (!unit_make(&unit_heap, unit_arena(), 1024, &(struct tarn_class){BLOCK(24), 2, 0, 0},
		       TARN_POOLS))
		return;
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

		if (!unit_make(&unit_heap, unit_arena(), whole,
			       &(struct tarn_class){BLOCK(24), 5, 20, TARN_TO_COMMONS}, TARN_POOLS))
			return;
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

static void realloc_counts_what_it_does(void)
{
	NEED_POOLS;
	NEED_COMMONS;
	if (!MAKE(1024, {BLOCK(8), 2, 0, TARN_TO_COMMONS}, {BLOCK(40), 2, 0, TARN_TO_COMMONS}))
		return;
	void *a = tarn_alloc(&unit_heap, 5);

	a = tarn_realloc(&unit_heap, a, 8);
	check_class(0, 1, 1, 0);
	check_live_bytes(0, 8);
	a = tarn_realloc(&unit_heap, a, 35);
	check_class(0, 0, 1, 0);
	check_class(1, 1, 1, 0);
	check_live_bytes(0, 0);
	check_live_bytes(1, 35);
	a = tarn_realloc(&unit_heap, a, 100);
	check_class(1, 0, 1, 0);
	check_live_bytes(1, 0);
	check_live_bytes(2, 100);
	CHECK(tarn_realloc(&unit_heap, a, 5000) == NULL);
	check_class(2, TARN_COUNT ? 1 : 0, BLOCK(100), 1);
	check_live_bytes(2, 100);
	a = tarn_realloc(&unit_heap, a, 60);
	check_live_bytes(2, 60);
	tarn_free(&unit_heap, a);
	check_live_bytes(2, 0);
	CHECK_SOUND(&unit_heap);
}

void are_counters_exact(void)
{
	CASE(a_pool_counts);
	CASE(the_commons_count);
	CASE(bytes_count_where_they_lie);
	CASE(the_longest_run_is_exact);
	CASE(the_sums_are_of_all_zones);
	CASE(refused_passes_32_bits);
	CASE(faults_do_not_wrap);
	CASE(the_sizing_law_holds);
	CASE(realloc_counts_what_it_does);
}
