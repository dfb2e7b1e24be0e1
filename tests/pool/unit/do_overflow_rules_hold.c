/* SPDX-License-Identifier: MIT */
#include "questions.h"
#include "unit.h"

/* Requests a block of class 0 and returns the class that served it (its live count grew); 9 for the
 * commons, 10 for NULL. */
#define COMMONS 9
#define NOBODY  10
static uint32_t server(uint32_t classes)
{
	uint32_t before[4];
	uint32_t commons = unit_commons_free(&unit_heap);

	for (uint32_t i = 0; i < classes; i++)
		before[i] = unit_live(&unit_heap, i);
	void *block = tarn_alloc(&unit_heap, 8);
	CHECK_SOUND(&unit_heap);
	if (!block)
		return NOBODY;
	for (uint32_t i = 0; i < classes; i++) {
		if (unit_live(&unit_heap, i) == before[i] + 1)
			return i;
	}
	CHECK_EQ(unit_commons_free(&unit_heap), commons - BLOCK(8));
	return COMMONS;
}

static void check_counts(uint32_t index, uint64_t refused, uint64_t out, uint64_t in)
{
	struct tarn_class_stats stats;

	tarn_class_stats(&unit_heap, index, &stats);
	CHECK_EQ(stats.refused, refused);
	if (TARN_COUNT) {
		CHECK_EQ(stats.overflowed_out, out);
		CHECK_EQ(stats.overflowed_in, in);
	}
}

static void a_class_that_refuses_refuses(void)
{
	NEED_POOLS;
	if (!MAKE(1024, {BLOCK(8), 2, 0, TARN_REFUSE}, {BLOCK(24), 2, 0, TARN_TO_COMMONS}))
		return;
	CHECK_EQ(server(2), 0);
	CHECK_EQ(server(2), 0);
	CHECK_EQ(server(2), NOBODY);
	check_counts(0, 1, 0, 0);
	check_counts(1, 0, 0, 0);
	check_counts(2, 0, 0, 0);
}

static void the_commons_serve_what_may_overflow_into_them(void)
{
	NEED_POOLS;
	NEED_COMMONS;
	if (!MAKE(1024, {BLOCK(8), 2, 0, TARN_TO_COMMONS}, {BLOCK(24), 4, 0, TARN_TO_COMMONS}))
		return;
	CHECK_EQ(server(2), 0);
	CHECK_EQ(server(2), 0);
	CHECK_EQ(server(2), COMMONS);
	CHECK_EQ(server(2), COMMONS);
	check_counts(0, 0, 2, 0);
	check_counts(1, 0, 0, 0);
	check_counts(2, 0, 0, 2);
}

static void a_larger_class_keeps_its_last_block(void)
{
	NEED_POOLS;
	if (!MAKE(1024, {BLOCK(8), 1, 0, TARN_TO_LARGER}, {BLOCK(24), 2, 0, 0},
		  {BLOCK(40), 3, 0, 0}))
		return;
	CHECK_EQ(server(3), 0);
	CHECK_EQ(server(3), 1);
	CHECK_EQ(server(3), 2);
	CHECK_EQ(server(3), 2);
	CHECK_EQ(server(3), NOBODY);
	check_counts(0, 1, 3, 0);
	check_counts(1, 0, 0, 1);
	check_counts(2, 0, 0, 2);
	CHECK(tarn_alloc(&unit_heap, ROOM(BLOCK(24))) != NULL);
	CHECK(tarn_alloc(&unit_heap, ROOM(BLOCK(40))) != NULL);
}

static void to_last_takes_the_last_block(void)
{
	NEED_POOLS;
	if (!MAKE(1024, {BLOCK(8), 1, 0, TARN_TO_LARGER | TARN_TO_LAST}, {BLOCK(24), 2, 0, 0},
		  {BLOCK(40), 1, 0, 0}))
		return;
	CHECK_EQ(server(3), 0);
	CHECK_EQ(server(3), 1);
	CHECK_EQ(server(3), 1);
	CHECK_EQ(server(3), 2);
	CHECK_EQ(server(3), NOBODY);
	check_counts(0, 1, 3, 0);
}

/* A freed block and one that was never handed out both count as left. */
static void a_freed_block_counts_as_left(void)
{
	NEED_POOLS;
	if (!MAKE(1024, {BLOCK(8), 1, 0, TARN_TO_LARGER}, {BLOCK(24), 3, 0, 0}))
		return;
	void *a = tarn_alloc(&unit_heap, ROOM(BLOCK(24)));
	void *b = tarn_alloc(&unit_heap, ROOM(BLOCK(24)));

	CHECK_EQ(server(2), 0);
	CHECK_EQ(server(2), NOBODY);
	tarn_free(&unit_heap, a);
	CHECK_EQ(server(2), 1);
	CHECK_EQ(server(2), NOBODY);
	tarn_free(&unit_heap, b);
	CHECK_EQ(server(2), 1);
}

static void the_commons_come_before_a_larger_class(void)
{
	const struct tarn_class class[] = {{BLOCK(8), 1, 0, TARN_TO_COMMONS | TARN_TO_LARGER},
					   {BLOCK(24), 3, 0, 0}};

	NEED_POOLS;
	NEED_COMMONS;
	uint32_t bytes = unit_needs(class, 2) + 64 * TARN_ALIGN;
	uint32_t commons = 0;

	if (!unit_make(&unit_heap, unit_arena(), bytes, class, 2))
		return;
	CHECK_EQ(server(2), 0);
	while (unit_longest(&unit_heap) >= BLOCK(8)) {
		CHECK_EQ(server(2), COMMONS);
		commons++;
	}
	CHECK(commons > 0);
	CHECK_EQ(server(2), 1);
	CHECK_EQ(server(2), 1);
	CHECK_EQ(server(2), NOBODY);
	check_counts(0, 1, commons + 2, 0);
	check_counts(2, 0, 0, commons);
}

/* A request larger than all classes goes to the commons, and counts there. */
static void what_no_class_holds_goes_to_the_commons(void)
{
	NEED_POOLS;
	NEED_COMMONS;
	if (!MAKE(1024, {BLOCK(8), 2, 0, 0}, {BLOCK(24), 2, 0, 0}))
		return;
	uint32_t before = unit_commons_free(&unit_heap);

	CHECK(tarn_alloc(&unit_heap, ROOM(BLOCK(24)) + 1) != NULL);
	CHECK_EQ(unit_commons_free(&unit_heap), before - BLOCK(24) - TARN_ALIGN);
	CHECK_EQ(unit_live(&unit_heap, 0) + unit_live(&unit_heap, 1), 0);
	CHECK(tarn_alloc(&unit_heap, 1024) == NULL);
	check_counts(0, 0, 0, 0);
	check_counts(1, 0, 0, 0);
	check_counts(2, 1, 0, 0);
}

/* A block goes back to the pool that it came from, not to the pool of its request. */
static void an_overflowed_block_returns_to_its_own_place(void)
{
	NEED_POOLS;
	NEED_COMMONS;
	if (!MAKE(1024, {BLOCK(8), 1, 0, TARN_TO_COMMONS}, {BLOCK(24), 1, 0, TARN_TO_LARGER},
		  {BLOCK(40), 2, 0, 0}))
		return;
	uint32_t commons = unit_commons_free(&unit_heap);
	void *own = tarn_alloc(&unit_heap, 8);
	void *run = tarn_alloc(&unit_heap, 8);
	void *middle = tarn_alloc(&unit_heap, ROOM(BLOCK(24)));
	void *larger = tarn_alloc(&unit_heap, ROOM(BLOCK(24)));

	CHECK_EQ(unit_live(&unit_heap, 2), 1);
	tarn_free(&unit_heap, larger);
	CHECK_EQ(unit_live(&unit_heap, 2), 0);
	CHECK_EQ(unit_live(&unit_heap, 1), 1);
	tarn_free(&unit_heap, run);
	unit_drain(&unit_heap);
	CHECK_EQ(unit_commons_free(&unit_heap), commons);
	CHECK_EQ(unit_live(&unit_heap, 0), 1);
	tarn_free(&unit_heap, own);
	tarn_free(&unit_heap, middle);
	CHECK_SOUND(&unit_heap);
}

/* The guarantee: a pool's blocks are never given to anything else. */
static void nobody_takes_a_guaranteed_block(void)
{
	NEED_POOLS;
	if (!MAKE(1024, {BLOCK(8), 3, 0, TARN_TO_COMMONS | TARN_TO_LARGER}, {BLOCK(24), 4, 0, 0},
		  {BLOCK(40), 1, 0, 0}))
		return;
	while (tarn_alloc(&unit_heap, 8))
		;
	while (tarn_alloc(&unit_heap, ROOM(BLOCK(40)) + 1))
		;
	CHECK_EQ(unit_live(&unit_heap, 1), 3);
	CHECK(tarn_alloc(&unit_heap, ROOM(BLOCK(24))) != NULL);
	CHECK(tarn_alloc(&unit_heap, ROOM(BLOCK(40))) != NULL);
	CHECK(tarn_alloc(&unit_heap, ROOM(BLOCK(40))) == NULL);
	CHECK_SOUND(&unit_heap);
}

void do_overflow_rules_hold(void)
{
	CASE(a_class_that_refuses_refuses);
	CASE(the_commons_serve_what_may_overflow_into_them);
	CASE(a_larger_class_keeps_its_last_block);
	CASE(to_last_takes_the_last_block);
	CASE(a_freed_block_counts_as_left);
	CASE(the_commons_come_before_a_larger_class);
	CASE(what_no_class_holds_goes_to_the_commons);
	CASE(an_overflowed_block_returns_to_its_own_place);
	CASE(nobody_takes_a_guaranteed_block);
}
