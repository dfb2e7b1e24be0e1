/* SPDX-License-Identifier: MIT
 * tarn_tag.h: limits, budgets, and the refusals that they cause. */
#include "questions.h"
#include "tags.h"

static uint64_t class_refusals(void)
{
	uint64_t refusals = 0;

	for (uint32_t i = 0; i <= (TARN_POOLS ? 3 : 0); i++)
		refusals += unit_refused(&unit_heap, i);
	return refusals;
}

/* The request must return NULL: its tag would exceed its limit. Nothing else may change. */
#define OVER(tag, call)                                                   \
	do {                                                              \
		struct tarn_tag_stats before_ = tag_told(tag);            \
		uint64_t refusals_ = class_refusals();                    \
		CHECK_PTR(call, NULL);                                    \
		CHECK_EQ(tag_told(tag).refused, before_.refused + 1);     \
		CHECK_EQ(tag_told(tag).live, before_.live);               \
		CHECK_EQ(tag_told(tag).blocks, before_.blocks);           \
		CHECK_EQ(tag_told(tag).peak, before_.peak);               \
		CHECK_EQ(tag_told(tag).peak_blocks, before_.peak_blocks); \
		CHECK_EQ(class_refusals(), refusals_);                    \
		CHECK_TAGS();                                             \
	} while (0)

/* ---- Each way to get a block -------------------------------------------------------------- */

enum { WAYS = 7 };

static bool way_is_built(uint32_t way)
{
	if (way == 1 || way == 2)
		return TARN_COMMONS;
	return way < 6 || TARN_POOLS;
}

static void *take(uint32_t way)
{
	switch (way) {
	case 0:
		return tarn_alloc(&unit_heap, 8);
	case 1:
		return tarn_alloc(&unit_heap, 200);
	case 2:
		return tarn_alloc_aligned(&unit_heap, 64, 10);
	case 3:
		return tarn_alloc_zeroed(&unit_heap, 3, 7);
	case 4:
		return tarn_realloc(&unit_heap, NULL, 40);
	case 5:
		return tarn_alloc_for(&unit_heap, 48, NULL);
	default: /* its own pool is empty: a larger one serves */
		return tarn_alloc(&unit_heap, 24);
	}
}

/* Makes the scene for a way. `freed`: the block that it takes was in use before. */
static bool way_scene(uint32_t way, bool freed)
{
	if (!tags_scene())
		return false;
	for (uint32_t i = 0; i < 3 && way == 6; i++)
		CHECK(tarn_alloc(&unit_heap, 24) != NULL);
	if (freed)
		tarn_free(&unit_heap, take(way));
	return unit_drain(&unit_heap);
}

/* A limit that is one byte too low allows nothing. One that is just enough allows one block. */
static void a_limit_is_exact(void)
{
	NEED_TAGS;
	for (uint32_t i = 0; i < 2 * WAYS; i++) {
		uint32_t way = i / 2;
		uint32_t cost;

		if (!way_is_built(way))
			continue;
		if (!way_scene(way, i % 2))
			return;
		tarn_tag_enter(2);
		CHECK(take(way) != NULL);
		cost = tag_told(2).live;
		tarn_tag_leave(2);
		if (!CHECK(cost > 0) || !way_scene(way, i % 2))
			return;
		tarn_tag_enter(2);
		tarn_tag_limit(&unit_heap, 2, cost - 1);
		OVER(2, take(way));
		OVER(2, take(way));
		tarn_tag_limit(&unit_heap, 2, cost);
		CHECK(take(way) != NULL);
		HOLDS(2, cost, 1);
		OVER(2, take(way));
		tarn_tag_leave(2);
		CHECK(take(way) != NULL); /* other tags have no limit */
		CHECK_TAGS();
	}
}

static void nobody_may_have_a_limit_too(void)
{
	NEED_TAGS;
	if (!tags_scene())
		return;
	tarn_tag_limit(&unit_heap, TARN_UNTAGGED, BLOCK(8));
	CHECK(tarn_alloc(&unit_heap, 8) != NULL);
	OVER(0, tarn_alloc(&unit_heap, 8));
	OVER(0, tarn_alloc_tagged(&unit_heap, 8, 0));
	CHECK(tarn_alloc_tagged(&unit_heap, 8, 3) != NULL);
}

/* ---- A limit changes --------------------------------------------------------------------- */

static void a_limit_may_be_below_what_is_live(void)
{
	void *block[3];

	NEED_TAGS;
	if (!tags_scene())
		return;
	tarn_tag_enter(1);
	for (uint32_t i = 0; i < 3; i++)
		block[i] = tarn_alloc(&unit_heap, 8);
	tarn_tag_limit(&unit_heap, 1, BLOCK(8)); /* no block is taken away */
	HOLDS(1, 3 * BLOCK(8), 3);
	CHECK_EQ(tag_told(1).limit, BLOCK(8));
	for (uint32_t i = 0; i < 3; i++) {
		CHECK(tarn_is_live(&unit_heap, block[i]));
		OVER(1, tarn_alloc(&unit_heap, 8));
		tarn_free(&unit_heap, block[i]);
		HOLDS(1, (2 - i) * BLOCK(8), 2 - i);
	}
	block[0] = tarn_alloc(&unit_heap, 8); /* now it fits */
	CHECK(block[0] != NULL);
	OVER(1, tarn_alloc(&unit_heap, 8));
	tarn_tag_limit(&unit_heap, 1, 2 * BLOCK(8)); /* raised */
	CHECK(tarn_alloc(&unit_heap, 8) != NULL);
	OVER(1, tarn_alloc(&unit_heap, 8));
	tarn_tag_limit(&unit_heap, 1, TARN_NO_LIMIT);
	CHECK(tarn_alloc(&unit_heap, 8) != NULL);
	tarn_tag_limit(&unit_heap, 1, 0);
	OVER(1, tarn_alloc(&unit_heap, 8));
	CHECK_EQ(tag_told(1).peak, 3 * BLOCK(8));
	tarn_tag_leave(1);
}

/* ---- Other refusals ---------------------------------------------------------------------- */

/* A request that no heap could serve exceeds no limit, whatever the limit is. */
static void no_room_is_counted_with_the_class(void)
{
	uint64_t refusals;

	NEED_TAGS;
	if (!tags_scene())
		return;
	tarn_tag_enter(3);
	for (uint32_t i = 0; i < 2; i++) {
		refusals = class_refusals();
		CHECK(!tarn_alloc(&unit_heap, 5000));
		CHECK(!tarn_alloc_zeroed(&unit_heap, SIZE_MAX, 2));
		CHECK(!tarn_alloc_aligned(&unit_heap, 64, 5000));
		CHECK_EQ(class_refusals(), refusals + 3);
		CHECK_EQ(tag_told(3).refused, 0);
		tarn_tag_limit(&unit_heap, 3, 0);
	}
	tarn_tag_leave(3);
}

static void refusals_stay_at_their_most(void)
{
	NEED_TAGS;
	if (!tags_scene())
		return;
	tarn_tag_limit(&unit_heap, 1, 0);
#if TARN_TAGS > 0
	unit_heap.tag_marks[1].refused = UINT32_MAX - 1;
#endif
	for (uint32_t i = 0; i < 3; i++) {
		CHECK(!tarn_alloc_tagged(&unit_heap, 8, 1));
		CHECK_EQ(tag_told(1).refused, UINT32_MAX);
	}
}

/* ---- Resizing ---------------------------------------------------------------------------- */

/* While a block moves, both places count. The block's own tag is charged. */
static void a_move_needs_room_for_both_places(void)
{
	void *block, *moved;

	NEED_TAGS;
	NEED_POOLS;
	if (!tags_scene())
		return;
	block = tarn_alloc_tagged(&unit_heap, 24, 2);
	unit_fill(block, 24, 7);
	tarn_tag_enter(1);
	tarn_tag_limit(&unit_heap, 1, 0);
	tarn_tag_limit(&unit_heap, 2, BLOCK(24) + BLOCK(48) - 1);
	OVER(2, tarn_realloc(&unit_heap, block, 48));
	CHECK(unit_holds(block, 24, 7));
	tarn_tag_limit(&unit_heap, 2, BLOCK(24) + BLOCK(48));
	moved = tarn_realloc(&unit_heap, block, 48);
	CHECK(moved && moved != block);
	CHECK(unit_holds(moved, 24, 7));
	HOLDS(2, BLOCK(48), 1);
	CHECK_EQ(tag_told(2).peak, BLOCK(24) + BLOCK(48));
	CHECK_EQ(tag_told(2).peak_blocks, 2);
	CHECK_EQ(tag_told(1).refused, 0);
	tarn_tag_leave(1);
	CHECK_TAGS();
}

/* A run that grows in place is charged only with the difference. */
static void growing_needs_room_for_the_rest(void)
{
	void *block;

	NEED_TAGS;
	NEED_COMMONS;
	if (!tags_scene())
		return;
	block = tarn_alloc_tagged(&unit_heap, 200, 2);
	unit_fill(block, 200, 7);
	tarn_tag_limit(&unit_heap, 2, BLOCK(300) - 1);
	OVER(2, tarn_realloc(&unit_heap, block, 300));
	CHECK(unit_holds(block, 200, 7));
	tarn_tag_limit(&unit_heap, 2, BLOCK(300));
	CHECK_PTR(tarn_realloc(&unit_heap, block, 300), block);
	CHECK(unit_holds(block, 200, 7));
	HOLDS(2, BLOCK(300), 1);
	CHECK_EQ(tag_told(2).peak, BLOCK(300));
	tarn_tag_limit(&unit_heap, 2, 0);
	OVER(2, tarn_realloc(&unit_heap, block, 301 + TARN_ALIGN));
	CHECK_PTR(tarn_realloc(&unit_heap, block, 150), block); /* shrinking is always allowed */
	HOLDS(2, BLOCK(150), 1);
	CHECK_EQ(tag_told(2).peak_blocks, 1);
	CHECK_TAGS();
}

/* ---- Queries ----------------------------------------------------------------------------- */

static void check_queries(uint32_t tag)
{
	size_t largest = tarn_largest(&unit_heap);
	size_t had = 0;

	for (uint32_t size = 0; size < 400; size += size < 120 ? 1 : 7) {
		uint32_t cost = (uint32_t)tarn_cost(&unit_heap, size);
		uint32_t before = tag_told(tag).live;
		void *block = tarn_alloc(&unit_heap, size);

		CHECK_EQ(block != NULL, cost != 0);
		CHECK_EQ(tag_told(tag).live - before, cost);
		had = block ? size : had;
		tarn_free(&unit_heap, block);
		unit_drain(&unit_heap);
	}
	CHECK(had <= largest);
	for (size_t more = 1; more < 200; more++)
		CHECK_EQ(tarn_cost(&unit_heap, largest + more), 0);
	if (largest)
		CHECK(tarn_cost(&unit_heap, largest) != 0);
}

/* They answer for the current tag. */
static void queries_know_the_limit(void)
{
	NEED_TAGS;
	if (!tags_scene())
		return;
	tarn_tag_enter(2);
	for (uint32_t limit = 0; limit < 360; limit += 12) {
		tarn_tag_limit(&unit_heap, 2, limit);
		check_queries(2);
	}
	for (uint32_t i = 0; i < 3; i++) {
		tarn_tag_limit(&unit_heap, 2, TARN_NO_LIMIT);
		CHECK(tarn_alloc(&unit_heap, i * 20) != NULL);
		for (uint32_t limit = 60; limit < 300; limit += 60) {
			tarn_tag_limit(&unit_heap, 2, limit);
			check_queries(2);
		}
	}
	tarn_tag_leave(2);
	CHECK_TAGS();
}

/* ---- Budgets ----------------------------------------------------------------------------- */

#define BUDGETS(TAG)                \
	TAG(NETWORK, 600)           \
	TAG(SENSORS, TARN_NO_LIMIT) \
	TAG(LOG, 200)
#if TARN_TAGS >= 3
TARN_BUDGETS(budgets, BUDGETS);
#if TARN_COMMONS
TARN_BUDGETS_FIT(budgets, BUDGETS, TARN_NO_CLASSES, 2048);
#endif
#else
enum { NETWORK = 1, SENSORS, LOG };
static const struct tarn_budget budgets[3];
#endif

static void a_table_sets_limits_and_names(void)
{
	static const struct tarn_budget other[] = {{"x", 9}};

	NEED_TAGS;
	NEED_COMMONS;
	if (!tags_scene())
		return;
	CHECK_EQ(NETWORK, 1);
	CHECK_EQ(LOG, 3);
	CHECK_TEXT(tarn_tag_name(&unit_heap, NETWORK), "-");
	CHECK(tarn_tag_budgets(&unit_heap, budgets, 3));
	CHECK_TEXT(tarn_tag_name(&unit_heap, TARN_UNTAGGED), "-");
	CHECK_TEXT(tarn_tag_name(&unit_heap, NETWORK), "NETWORK");
	CHECK_TEXT(tarn_tag_name(&unit_heap, SENSORS), "SENSORS");
	CHECK_TEXT(tarn_tag_name(&unit_heap, LOG), "LOG");
	CHECK_TEXT(tarn_tag_name(&unit_heap, 4), "-");
	CHECK_TEXT(tarn_tag_name(&unit_heap, UINT32_MAX), "-");
	CHECK_EQ(tag_told(NETWORK).limit, 600);
	CHECK_EQ(tag_told(SENSORS).limit, TARN_NO_LIMIT);
	CHECK_EQ(tag_told(LOG).limit, 200);
	CHECK(tarn_tag_budgets(&unit_heap, other, 1));
	CHECK_TEXT(tarn_tag_name(&unit_heap, 1), "x");
	CHECK_TEXT(tarn_tag_name(&unit_heap, 3), "-");
	CHECK_EQ(tag_told(1).limit, 9);
	CHECK_EQ(tag_told(3).limit, 200);
	REFUSED_TAG(&unit_heap, CHECK(!tarn_tag_budgets(&unit_heap, budgets, TARN_TAGS + 1)));
	CHECK_TEXT(tarn_tag_name(&unit_heap, 1), "x");
	/* A heap that is made again has neither limits nor names. */
	if (!tags_scene())
		return;
	CHECK_TEXT(tarn_tag_name(&unit_heap, 1), "-");
	CHECK_EQ(tag_told(1).limit, TARN_NO_LIMIT);
}

/* All limits together fit the pools and the commons to the byte. */
static void a_table_may_promise_what_there_is(void)
{
	struct tarn_budget budget[3] = {{"a", 300}, {"b", TARN_NO_LIMIT}, {"c", 0}};
	struct tarn_heap_stats stats;
	uint32_t before;

	NEED_TAGS;
	if (!tags_scene())
		return;
	tarn_heap_stats(&unit_heap, &stats);
	budget[2].limit = stats.pools + stats.commons - 300;
	CHECK(tarn_tag_budgets(&unit_heap, budget, 3));
	CHECK_EQ(tag_told(3).limit, budget[2].limit);
	before = unit_state(&unit_heap);
	budget[2].limit++;
	CHECK(!tarn_tag_budgets(&unit_heap, budget, 3));
	budget[2].limit = TARN_NO_LIMIT - 1;
	CHECK(!tarn_tag_budgets(&unit_heap, budget, 3));
	CHECK_EQ(unit_state(&unit_heap), before);
	CHECK_EQ(unit_faults, 0);
}

/* One tag takes all that it may. The others still get what their limits promise. */
static void a_greedy_tag_starves_nobody(void)
{
	uint32_t taken = 0;

	NEED_TAGS;
	NEED_COMMONS;
	if (!tags_scene())
		return;
	CHECK(tarn_tag_budgets(&unit_heap, budgets, 3));
	while (tarn_alloc_tagged(&unit_heap, ROOM(BLOCK(80)), NETWORK))
		taken++;
	CHECK(taken > 0 && tag_told(NETWORK).live <= 600);
	CHECK_EQ(tag_told(NETWORK).refused, 1);
	CHECK(tarn_alloc_tagged(&unit_heap, 150, LOG) != NULL);
	CHECK_EQ(class_refusals(), 0);
	CHECK_TAGS();
}

void do_limits_hold(void)
{
	CASE(a_limit_is_exact);
	CASE(nobody_may_have_a_limit_too);
	CASE(a_limit_may_be_below_what_is_live);
	CASE(no_room_is_counted_with_the_class);
	CASE(refusals_stay_at_their_most);
	CASE(a_move_needs_room_for_both_places);
	CASE(growing_needs_room_for_the_rest);
	CASE(queries_know_the_limit);
	CASE(a_table_sets_limits_and_names);
	CASE(a_table_may_promise_what_there_is);
	CASE(a_greedy_tag_starves_nobody);
}
