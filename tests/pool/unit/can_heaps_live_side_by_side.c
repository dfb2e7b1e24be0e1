/* SPDX-License-Identifier: MIT */
#include "questions.h"
#include "unit.h"

#define HALF 1024

static bool make_two(void)
{
	const struct tarn_class low = {BLOCK(8), 3, 0, TARN_TO_COMMONS};
	const struct tarn_class high = {BLOCK(24), 4, 0, TARN_TO_COMMONS};

	return unit_make(&unit_heap, unit_arena(), HALF, &low, TARN_POOLS) &&
	       unit_make(&unit_other, unit_arena() + HALF, HALF, &high, TARN_POOLS);
}

static void neither_touches_the_other(void)
{
	NEED(make_two());
	void *theirs = tarn_alloc(&unit_other, 20), *block;
	uint32_t count = 0;

	unit_fill(theirs, 20, 4);
	for (; (block = tarn_alloc(&unit_heap, 4 + count % 17)); count++) {
		CHECK(tarn_owns(&unit_heap, block) && !tarn_owns(&unit_other, block));
		CHECK(!tarn_is_live(&unit_other, block));
		unit_fill(block, 4 + count % 17, count);
	}
	CHECK(count > 2);
	CHECK(unit_holds(theirs, 20, 4));
	CHECK_SOUND(&unit_heap);
	CHECK_SOUND(&unit_other);
}

/* The registry lists the newest heap first. */
static void lists(const struct tarn_heap *first, const struct tarn_heap *second)
{
	CHECK_PTR(tarn_heap_first(), first);
	if (first)
		CHECK_PTR(tarn_heap_next(first), second);
	if (second)
		CHECK_PTR(tarn_heap_next(second), NULL);
}

static void a_heap_made_again_is_listed_once(void)
{
	NEED(make_two());
	CHECK(tarn_alloc(&unit_heap, 8) != NULL);
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), HALF, unit_table(&unit_heap), NULL), TARN_OK);
	lists(&unit_heap, &unit_other);
	CHECK_EQ(unit_live(&unit_heap, 0), 0);
	CHECK_SOUND(&unit_heap);
}

/* A forgotten heap's blocks stay where they are. */
static void forgetting_the_newest_the_middle_and_the_last(void)
{
	static struct tarn_heap third;

	NEED_COMMONS;
	NEED(make_two());
	void *block = tarn_alloc(&unit_heap, 8);

	CHECK_EQ(tarn_init(&third, unit_arena() + 2 * HALF, 512, &tarn_table_commons, NULL),
		 TARN_OK);
	for (uint32_t i = 0; i < 2; i++) {
		tarn_forget(&unit_other);
		lists(&third, &unit_heap);
	}
	tarn_forget(&third);
	lists(&unit_heap, NULL);
	tarn_forget(&unit_heap);
	lists(NULL, NULL);
	tarn_free(&unit_heap, block);
	CHECK_SOUND(&unit_heap);
}

static void the_default_heap_is_one_of_them(void)
{
	struct tarn_heap_stats stats;

	NEED_COMMONS;
	NEED(CHECK_EQ(tarn_default_init(NULL, NULL), TARN_OK));
	CHECK(tarn_heap_first() == &tarn_default);
	tarn_heap_stats(&tarn_default, &stats);
	CHECK(stats.arena >= unit_arena_bytes());
	void *block = tarn_alloc(&tarn_default, 20);
	CHECK(block != NULL);
	tarn_free(&tarn_default, block);
	CHECK_SOUND(&tarn_default);
	CHECK_EQ(tarn_default_init(&tarn_table_commons, NULL), TARN_OK);
	tarn_heap_stats(&tarn_default, &stats);
	CHECK_EQ(stats.classes, 0);
	CHECK(tarn_heap_next(&tarn_default) == NULL);
}

void can_heaps_live_side_by_side(void)
{
	CASE(neither_touches_the_other);
	CASE(a_heap_made_again_is_listed_once);
	CASE(forgetting_the_newest_the_middle_and_the_last);
	CASE(the_default_heap_is_one_of_them);
}
