/* SPDX-License-Identifier: MIT
 * Early warning: longest_least and tarn_on_low, and the figure for fragmentation. (tests/pool/model
 * compares random calls with an oracle.) */
#include "questions.h"
#include "unit.h"
#include "watch_step.h"

#define NEED_WATCH SKIP_UNLESS(TARN_WATCH &&TARN_COMMONS, "built without TARN_WATCH, or commons")

static uint32_t least(void)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(&unit_heap, &stats);
	return stats.longest_least;
}

static void give_back(void *block)
{
	tarn_free(&unit_heap, block);
	unit_drain(&unit_heap);
}

/* Fills the heap until no run has the length of the shortest block. Returns the last block. */
static void *fill_up(void)
{
	void *last = NULL;

	while (unit_longest(&unit_heap) >= 2 * BLOCK(1))
		CHECK((last = tarn_alloc(&unit_heap, 1)) != NULL);
	if (unit_longest(&unit_heap))
		CHECK((last = tarn_alloc(&unit_heap, ROOM(unit_longest(&unit_heap)))) != NULL);
	CHECK_EQ(unit_commons_free(&unit_heap), 0);
	return last;
}

static void without_it_there_is_no_least(void)
{
	SKIP_UNLESS(!TARN_WATCH, "built with TARN_WATCH");
	if (!unit_make(&unit_heap, unit_arena(), 2048,
		       &(struct tarn_class){BLOCK(24), 2, 0, ANY_COMMONS}, TARN_POOLS))
		return;
	CHECK_EQ(least(), 0);
}

static uint32_t fragmentation(void)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(&unit_heap, &stats);
	return stats.fragmentation;
}

static void the_figure_for_fragmentation(void)
{
	void *block[8];

	NEED_COMMONS;
	if (!MAKE_COMMONS(2048))
		return;
	CHECK_EQ(fragmentation(), 0); /* one run */
	for (uint32_t i = 0; i < 8; i++)
		block[i] = tarn_alloc(&unit_heap, ROOM(96));
	fill_up();
	CHECK_EQ(fragmentation(), 0); /* none */
	give_back(block[0]);
	CHECK_EQ(fragmentation(), 0);
	give_back(block[2]);
	CHECK_EQ(fragmentation(), 500); /* two */
	give_back(block[4]);
	CHECK_EQ(fragmentation(), 666); /* three, rounded down */
	give_back(block[3]);
	CHECK_EQ(fragmentation(), 250); /* 1 and 3 of 4 */
	tarn_free(&unit_heap, block[6]);
	CHECK_EQ(fragmentation(),
		 400); /* 1, 3 and 1; at level 3 the last one waits in the quarantine */
}

/* What waits in the quarantine is free, but no request can have it. */
static void what_waits_is_no_run(void)
{
	void *block;

	NEED_COMMONS;
	NEED_LEVEL(3);
	if (!MAKE_COMMONS(1024))
		return;
	block = tarn_alloc(&unit_heap, ROOM(96));
	fill_up();
	tarn_free(&unit_heap, block);
	CHECK_EQ(fragmentation(), 1000);
	unit_drain(&unit_heap);
	CHECK_EQ(fragmentation(), 0);
}

/* ---- longest_least ---------------------------------------------------------------------- */

static void the_least_is_kept(void)
{
	void *a, *b;
	uint32_t first;

	NEED_WATCH;
	if (!MAKE_COMMONS(4096))
		return;
	first = unit_longest(&unit_heap);
	CHECK_EQ(least(), watch_step(first));
	a = tarn_alloc(&unit_heap, ROOM(800));
	CHECK_EQ(least(), watch_step(first - 800));
	b = tarn_alloc(&unit_heap, ROOM(2 * (first - 800) / 3 / TARN_ALIGN * TARN_ALIGN));
	uint32_t shortest = unit_longest(&unit_heap);

	CHECK(shortest < 800 + 800);
	CHECK_EQ(least(), watch_step(shortest));
	give_back(b);
	give_back(a);
	CHECK_EQ(unit_longest(&unit_heap), first);
	CHECK_EQ(least(), watch_step(shortest));
	tarn_peak_reset(&unit_heap);
	CHECK_EQ(least(), watch_step(first));
	a = tarn_alloc(&unit_heap, ROOM(1600));
	CHECK_EQ(least(), watch_step(first - 1600));
	CHECK_SOUND(&unit_heap);
}

static void a_full_heap_has_no_run(void)
{
	void *last;

	NEED_WATCH;
	if (!MAKE_COMMONS(1024))
		return;
	while (unit_longest(&unit_heap) >= 2 * BLOCK(1)) {
		CHECK(tarn_alloc(&unit_heap, 1) != NULL);
		CHECK_EQ(least(), watch_step(unit_longest(&unit_heap)));
	}
	last = fill_up();
	CHECK_EQ(least(), 0);
	give_back(last);
	CHECK_EQ(least(), 0);
	CHECK(tarn_alloc(&unit_heap, 1) == last);
	CHECK_SOUND(&unit_heap);
}

/* A block that moves takes its new place before it leaves the old one. */
static void a_move_counts(void)
{
	void *a;
	uint32_t first;

	NEED_WATCH;
	if (!MAKE_COMMONS(4096))
		return;
	first = unit_longest(&unit_heap);
	a = tarn_alloc(&unit_heap, ROOM(800));
	CHECK(tarn_alloc(&unit_heap, ROOM(96)) != NULL);
	CHECK(tarn_realloc(&unit_heap, a, ROOM(1600)) != a);
	unit_drain(&unit_heap);
	CHECK_EQ(least(), watch_step(first - 800 - 96 - 1600));
}

/* ---- tarn_on_low ------------------------------------------------------------------------ */

static uint32_t calls;
static size_t called_mark;
static struct tarn_heap *called_heap;

static void low(struct tarn_heap *heap, size_t mark)
{
	calls++;
	called_heap = heap;
	called_mark = mark;
	CHECK_SOUND(heap);
	CHECK(unit_longest(heap) < mark);
}

/* There was a call of `low` since the last check, or none. */
static void check_called(uint32_t expected)
{
	CHECK_EQ(calls, expected);
	if (calls)
		CHECK_PTR(called_heap, &unit_heap);
	calls = 0;
}

#if TARN_WATCH && TARN_COMMONS

static void the_mark_is_rounded_up(void)
{
	if (!MAKE_COMMONS(2048))
		return;
	CHECK_EQ(tarn_on_low(&unit_heap, 0, low), 0);
	CHECK_EQ(tarn_on_low(&unit_heap, 512, NULL), 0);
	for (uint32_t bytes = 1; bytes < 2000; bytes++)
		CHECK_EQ(tarn_on_low(&unit_heap, bytes, low), watch_mark(bytes));
	CHECK_EQ(tarn_on_low(&unit_heap, 114688 * TARN_ALIGN, low), 114688 * TARN_ALIGN);
	CHECK_EQ(tarn_on_low(&unit_heap, SIZE_MAX, low), 114688 * TARN_ALIGN);
	calls = 0;
}

/* Makes a heap of 4 KiB, with a mark at 1,024 bytes. */
static void *make_marked(uint32_t leave)
{
	if (!MAKE_COMMONS(4096))
		return NULL;
	CHECK_EQ(tarn_on_low(&unit_heap, 1024, low), 1024);
	check_called(0);
	return tarn_alloc(&unit_heap, ROOM(unit_longest(&unit_heap) - leave));
}

static void it_warns_once(void)
{
	void *large = make_marked(1024);
	void *small, *smaller;

	if (!CHECK(large != NULL))
		return;
	check_called(0); /* 1,024 bytes are left, which is not below */
	small = tarn_alloc(&unit_heap, ROOM(16));
	check_called(1);
	CHECK_EQ(called_mark, 1024);
	smaller = tarn_alloc(&unit_heap, ROOM(16));
	give_back(smaller);
	give_back(small);
	small = tarn_alloc(&unit_heap,
			   ROOM(512)); /* the run was only as long as the mark: not enough */
	check_called(0);
	give_back(small);
	give_back(large);
	small = tarn_alloc(&unit_heap, ROOM(16)); /* now the run was twice as long */
	check_called(0);
	CHECK(tarn_alloc(&unit_heap, ROOM(unit_longest(&unit_heap) - 512)) != NULL);
	check_called(1);
	CHECK_SOUND(&unit_heap);
}

/* A run of twice the mark arms the handler again. A shorter one does not. */
static void check_armed_again(uint32_t length, bool armed)
{
	void *large = make_marked(length);

	if (!CHECK(large != NULL))
		return;
	give_back(tarn_alloc(&unit_heap, ROOM(length)));
	check_called(1);
	CHECK_EQ(unit_longest(&unit_heap), length);
	CHECK(tarn_alloc(&unit_heap, ROOM(length)) != NULL);
	check_called(armed);
}

static void it_is_armed_at_twice_the_mark(void)
{
	check_armed_again(2048, true);
	check_armed_again(2048 - TARN_ALIGN, false);
}

/* A mark above half of the commons is armed again when one run has nearly all of them. */
static void it_is_armed_by_an_empty_heap(void)
{
	uint32_t all;

	if (!MAKE_COMMONS(4096))
		return;
	all = unit_longest(&unit_heap);
	CHECK(tarn_on_low(&unit_heap, all / 4 * 3, low) > all / 4 * 3 - 1);
	for (uint32_t i = 0; i < 3; i++) {
		give_back(tarn_alloc(&unit_heap, ROOM(2048)));
		check_called(1);
	}
}

static void every_taking_is_seen(void)
{
	void *block;

	for (uint32_t way = 0; way < 5; way++) {
		if (!CHECK((block = make_marked(1040)) != NULL))
			return;
		switch (way) {
		case 0:
			CHECK(tarn_alloc(&unit_heap, ROOM(32)) != NULL);
			break;
		case 1:
			CHECK(tarn_alloc_zeroed(&unit_heap, 4, ROOM(32) / 4) != NULL);
			break;
		case 2: /* padding on one side, the rest on the other */
			CHECK(tarn_alloc_aligned(&unit_heap, 512, ROOM(32)) != NULL);
			break;
		case 3:
			CHECK(tarn_realloc(&unit_heap, block,
					   tarn_usable_size(&unit_heap, block) + 32) == block);
			break;
		default: /* moves */
			CHECK(tarn_realloc(&unit_heap, tarn_alloc(&unit_heap, ROOM(16)),
					   ROOM(32)) != NULL);
		}
		check_called(1);
		CHECK_SOUND(&unit_heap);
	}
}

/* The longest run is not the first of its bin, so only alloc_slow finds it. */
static void a_search_is_seen(void)
{
	uint32_t bin = 64 * TARN_ALIGN;    /* runs of 64 to 79 granules */
	uint32_t longer = 70 * TARN_ALIGN; /* one of them */
	void *first, *second;

	if (!MAKE_COMMONS(256 * TARN_ALIGN + 1024))
		return;
	first = tarn_alloc(&unit_heap, ROOM(longer));
	CHECK(tarn_alloc(&unit_heap, 1) != NULL);
	second = tarn_alloc(&unit_heap, ROOM(bin));
	while (tarn_alloc(&unit_heap, 1))
		;
	give_back(first);
	give_back(second);
	CHECK_EQ(unit_longest(&unit_heap), longer);
	CHECK_EQ(tarn_on_low(&unit_heap, bin, low), bin);
	CHECK(tarn_alloc(&unit_heap, ROOM(longer)) == first);
	check_called(0); /* the other one is as long as the mark */
	CHECK(tarn_alloc(&unit_heap, ROOM(bin)) == second);
	check_called(1);
}

static void a_mark_that_is_passed_warns_at_once(void)
{
	void *large = make_marked(512);

	if (!CHECK(large != NULL))
		return;
	check_called(1);
	CHECK_EQ(tarn_on_low(&unit_heap, 1024, low), 1024);
	check_called(1);
	CHECK(tarn_alloc(&unit_heap, 1) != NULL);
	check_called(0);
	give_back(large);
	CHECK(tarn_alloc(&unit_heap, ROOM(unit_longest(&unit_heap) - 512)) != NULL);
	check_called(1);
}

static void a_mark_goes(void)
{
	void *large = make_marked(1024);

	if (!CHECK(large != NULL))
		return;
	CHECK_EQ(tarn_on_low(&unit_heap, 0, low), 0);
	CHECK(tarn_alloc(&unit_heap, 1) != NULL);
	CHECK_EQ(tarn_on_low(&unit_heap, 1024, NULL), 0);
	CHECK(tarn_alloc(&unit_heap, 1) != NULL);
	CHECK_EQ(tarn_on_low(&unit_heap, 512, low), 512);
	if (!MAKE_COMMONS(4096)) /* making the heap clears the mark */
		return;
	while (tarn_alloc(&unit_heap, 1))
		;
	check_called(0);
}

/* The handler frees what it kept, allocates, and sets its mark again. */
static void *kept;
static void busy(struct tarn_heap *heap, size_t mark)
{
	calls++;
	CHECK_SOUND(heap);
	give_back(kept);
	kept = NULL;
	CHECK(tarn_alloc(heap, ROOM(64)) != NULL);
	CHECK_EQ(tarn_on_low(heap, mark / 2, busy), mark / 2);
}

static void a_handler_may_use_the_heap(void)
{
	if (!MAKE_COMMONS(4096))
		return;
	calls = 0;
	kept = tarn_alloc(&unit_heap, ROOM(1024));
	CHECK(tarn_alloc(&unit_heap, 1) != NULL);
	tarn_on_low(&unit_heap, 1024, busy);
	CHECK(tarn_alloc(&unit_heap, ROOM(unit_longest(&unit_heap) - 512)) != NULL);
	CHECK_EQ(calls, 1);
	CHECK(kept == NULL);
	CHECK(unit_longest(&unit_heap) >= 512);
	tarn_on_low(&unit_heap, 0, NULL);
	calls = 0;
	CHECK_SOUND(&unit_heap);
}

/* The handler makes the run rise and fall again. It is called within itself, once. */
static uint32_t within, deepest;
static void nested(struct tarn_heap *heap, size_t mark)
{
	(void)mark;
	if (++within > deepest)
		deepest = within;
	if (within == 1) {
		give_back(kept);
		kept = tarn_alloc(heap, ROOM(unit_longest(heap) - 512));
		CHECK_EQ(deepest, 2);
	}
	within--;
}

static void a_handler_may_be_called_within_itself(void)
{
	if (!MAKE_COMMONS(4096))
		return;
	within = deepest = 0;
	kept = tarn_alloc(&unit_heap, ROOM(2048));
	tarn_on_low(&unit_heap, 1024, nested);
	CHECK(tarn_alloc(&unit_heap, ROOM(unit_longest(&unit_heap) - 512)) != NULL);
	CHECK_EQ(deepest, 2);
}

static void each_heap_has_its_own_mark(void)
{
	void *large = make_marked(1024);

	if (!CHECK(large != NULL) || !unit_make(&unit_other, large, 900, NULL, 0))
		return;
	while (tarn_alloc(&unit_other, 1))
		;
	check_called(0);
	CHECK(tarn_alloc(&unit_heap, 1) != NULL);
	check_called(1);
}

static void a_heap_that_nobody_made(void)
{
	static struct tarn_heap missing;

	CHECK_EQ(tarn_on_low(&missing, 1024, low), 0);
	EXPECT_FAULT(TARN_FAULT_HEAP, &missing, NULL);
	check_called(0);
}

#endif

void does_the_watch_warn(void)
{
	CASE(without_it_there_is_no_least);
	CASE(the_figure_for_fragmentation);
	CASE(what_waits_is_no_run);
	CASE(the_least_is_kept);
	CASE(a_full_heap_has_no_run);
	CASE(a_move_counts);
#if TARN_WATCH && TARN_COMMONS
	CASE(the_mark_is_rounded_up);
	CASE(it_warns_once);
	CASE(it_is_armed_at_twice_the_mark);
	CASE(it_is_armed_by_an_empty_heap);
	CASE(every_taking_is_seen);
	CASE(a_search_is_seen);
	CASE(a_mark_that_is_passed_warns_at_once);
	CASE(a_mark_goes);
	CASE(a_handler_may_use_the_heap);
	CASE(a_handler_may_be_called_within_itself);
	CASE(each_heap_has_its_own_mark);
	CASE(a_heap_that_nobody_made);
#else
	(void)check_called, (void)low, (void)called_mark;
#endif
}
