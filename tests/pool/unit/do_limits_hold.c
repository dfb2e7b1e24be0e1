/* SPDX-License-Identifier: MIT
 * tarn_tag.h: tables of budgets, and a count that does not wrap. (tests/pool/model foretells what a
 * limit refuses.) */
#include "questions.h"
#include "tags.h"

static void refusals_stay_at_their_most(void)
{
	NEED_TAGS;
	NEED(tags_scene());
	tarn_tag_limit(&unit_heap, 1, 0);
#if TARN_TAGS > 0
	unit_heap.tag_marks[1].refused = UINT32_MAX - 1;
#endif
	for (uint32_t i = 0; i < 3; i++) {
		CHECK(!tarn_alloc_tagged(&unit_heap, 8, 1));
		CHECK_EQ(tag_told(1).refused, UINT32_MAX);
	}
}

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

/* TARN_BUDGETS makes the tags' numbers, and their names. A heap that is made again has none. */
static void a_table_sets_limits_and_names(void)
{
	NEED_TAGS;
	NEED_COMMONS;
	NEED(tags_scene());
	CHECK_EQ(NETWORK, 1);
	CHECK_EQ(LOG, 3);
	CHECK(tarn_tag_budgets(&unit_heap, budgets, 3));
	CHECK_TEXT(tarn_tag_name(&unit_heap, NETWORK), "NETWORK");
	CHECK_TEXT(tarn_tag_name(&unit_heap, SENSORS), "SENSORS");
	CHECK_TEXT(tarn_tag_name(&unit_heap, UINT32_MAX), "-");
	CHECK_EQ(tag_told(NETWORK).limit, 600);
	CHECK_EQ(tag_told(SENSORS).limit, TARN_NO_LIMIT);
	CHECK_EQ(tag_told(LOG).limit, 200);
	REFUSED_TAG(&unit_heap, CHECK(!tarn_tag_budgets(&unit_heap, budgets, TARN_TAGS + 1)));
	NEED(tags_scene());
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
	NEED(tags_scene());
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

void do_limits_hold(void)
{
	CASE(refusals_stay_at_their_most);
	CASE(a_table_sets_limits_and_names);
	CASE(a_table_may_promise_what_there_is);
}
