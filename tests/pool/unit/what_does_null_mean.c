/* SPDX-License-Identifier: MIT
 * Each call of the heaps' headers with NULL, 0 or a missing part, but for those that allocate, free
 * or resize a block of no heap. */
#include "heap/layout.h"
#include "questions.h"
#include "tarn_refused.h"
#include "tarn_tag.h"
#include "unit.h"

static void *volatile null; /* volatile: a compiler would warn of it */

static void no_refusal(const struct tarn_refusal *refusal)
{
	(void)refusal;
	CHECK(false);
}

static void no_text(void *context, const char *text, size_t length)
{
	(void)text, (void)length;
	CHECK(context == NULL);
}

/* The call before reported that `none` is no heap. */
#define NAMED EXPECT_FAULT(TARN_FAULT_HEAP, none, NULL)

/* Each call but those that allocate, free or resize. */
static void calls_fault(struct tarn_heap *none)
{
	struct tarn_budget budget = {"one", 64};
	struct tarn_heap_stats stats;
	struct tarn_class_stats of_class;
	struct tarn_tag_stats of_tag = {1, 1, 1, 1, 1, 1};
	struct tarn_block block = {.pointer = NULL};

	CHECK_EQ(tarn_usable_size(none, NULL), 0);
	CHECK_EQ(unit_faults, 0);
	CHECK_EQ(tarn_usable_size(none, &block), 0);
	EXPECT_FAULT(TARN_FAULT_HEAP, none, &block);
	CHECK(!tarn_is_live(none, &block) && NAMED);
	CHECK(!tarn_is_whole(none, &block) && NAMED);
	CHECK(!tarn_owns(none, &block) && NAMED);
	CHECK(!tarn_cost(none, 8) && NAMED);
	CHECK(!tarn_largest(none) && NAMED);
	tarn_class_stats(none, 0, &of_class);
	CHECK(!of_class.capacity && !of_class.live && NAMED);
	tarn_heap_stats(none, &stats);
	CHECK(!stats.arena && NAMED);
	tarn_peak_reset(none);
	NAMED;
#if TARN_WATCH
	CHECK(!tarn_on_low(none, 100, NULL) && NAMED);
#endif
	CHECK(!tarn_check(none, NULL) && NAMED);
	CHECK(!tarn_walk(none, &block) && NAMED);
	CHECK(!tarn_report_leaks(none, NULL, NULL) && NAMED);
	tarn_report(none, no_text, &block);
	NAMED;
	tarn_report_map(none, no_text, &block);
	NAMED;
	tarn_refused_quiet(none);
	NAMED;
	CHECK(!tarn_refused_for(none, 8, 8, NULL));
	tarn_on_refused(no_refusal);
	CHECK(!tarn_refused_for(none, 8, 8, NULL) && NAMED);
	tarn_on_refused(NULL);
	CHECK_EQ(tarn_tag_of(none, NULL), 0);
	CHECK_TEXT(tarn_tag_name(none, 1), "-");
	CHECK(!tarn_tag_of(none, &block));
	EXPECT_FAULT(TARN_FAULT_HEAP, none, &block);
	tarn_tag_limit(none, 0, 8);
	NAMED;
	tarn_tag_stats(none, 0, &of_tag);
	CHECK(!(of_tag.live | of_tag.blocks | of_tag.peak | of_tag.limit) && NAMED);
	CHECK(!tarn_tag_budgets(none, &budget, 0) && NAMED);
	CHECK(!tarn_free_tag(none, 0).blocks && NAMED);
}

/* A heap that was never made, or could not be made, refuses every request, too, as a fault. */
static void requests_fault(struct tarn_heap *none)
{
	static const size_t sizes[] = {0, 1, 8, 56, 57, 100, 512, 5000, 100000, SIZE_MAX};
	unsigned char here[8];

	tarn_on_refused(no_refusal);
	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		CHECK(!tarn_alloc(none, sizes[i]) && NAMED);
		CHECK(!tarn_alloc_zeroed(none, 2, sizes[i]) && NAMED);
		CHECK(!tarn_alloc_aligned(none, 64, sizes[i]) && NAMED);
		CHECK(!tarn_realloc(none, NULL, sizes[i]) && NAMED);
	}
	if (TARN_TAGS > 0) /* without tags this is another fault */
		CHECK(!tarn_alloc_tagged(none, 8, 0) && NAMED);
	tarn_on_refused(NULL);
	tarn_free(none, NULL);
	CHECK_EQ(unit_faults, 0);
	CHECK(!tarn_realloc(none, here, 9));
	EXPECT_FAULT(TARN_FAULT_HEAP, none, here);
	tarn_free(none, here);
	EXPECT_FAULT(TARN_FAULT_HEAP, none, here);
	if (TARN_TAGS > 0)
		CHECK(!tarn_tag_move(none, here, 0) && NAMED);
}

static void for_the_heap(void)
{
	static struct tarn_heap never_made;
	const struct tarn_class class = {BLOCK(8), 1000, 0, 0};
	uint8_t map[TARN_MAP_ENTRIES];
	const struct tarn_table table = {&class, map, TARN_POOLS};
	struct tarn_heap *none = null;

	CHECK_EQ(tarn_init(none, unit_arena(), 1024, &tarn_table_commons, NULL), TARN_NO_HEAP);
	tarn_forget(none);
	CHECK(tarn_heap_next(none) == NULL);
	calls_fault(none);
	calls_fault(&never_made);
	requests_fault(&never_made);
	NEED(unit_make(&unit_heap, unit_arena(), 2048, &class, 0));
	tarn_table_map(map, &class, TARN_POOLS);
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), 16, &table, NULL), TARN_ARENA_SMALL);
	calls_fault(&unit_heap);
	requests_fault(&unit_heap);
}

static void for_what_it_fills_in(void)
{
	struct tarn_table table = {NULL, NULL, 0};
	struct tarn_misfit why = {0, 5000};
	uint8_t map[TARN_MAP_ENTRIES];
	char text[100];

	NEED_COMMONS;
	NEED(MAKE_COMMONS(2048));
	CHECK(tarn_alloc(&unit_heap, 8) != NULL);
	tarn_class_stats(&unit_heap, 0, null);
	tarn_heap_stats(&unit_heap, null);
	tarn_tag_stats(&unit_heap, 0, null);
	CHECK(!tarn_walk(&unit_heap, null));
	CHECK_EQ(tarn_report_leaks(&unit_heap, NULL, NULL), 1);
	tarn_report(&unit_heap, NULL, NULL);
	tarn_report_map(&unit_heap, NULL, NULL);
	tarn_table_map(null, tarn_table_default.size_class, 1);
	tarn_table_map(map, null, 1);
	CHECK_EQ(map[TARN_MAP_ENTRIES - 1], 0);
	CHECK_EQ(tarn_misfit_text(null, 100, TARN_ARENA_SMALL, &table, &why), 0);
	tarn_misfit_text(text, sizeof(text), (enum tarn_status)(TARN_NO_HEAP + 1), null, null);
	CHECK_TEXT(text, "unknown");
#if TARN_TAGS > 0
	static const struct tarn_budget odd = {"a name with spaces", TARN_NO_LIMIT};

	CHECK(tarn_tag_budgets(&unit_heap, &odd, 1));
	tarn_report(&unit_heap, NULL, NULL);
	CHECK(!tarn_tag_budgets(&unit_heap, null, 1));
	EXPECT_FAULT(TARN_FAULT_TAG, &unit_heap, NULL);
	CHECK(tarn_tag_budgets(&unit_heap, null, 0));
#endif
}

/* NULL is the default table. A table without its classes or its map has a status. */
static void for_a_table(void)
{
	const struct tarn_class class = {BLOCK(24), 2, 0, 0};
	struct tarn_table table = {NULL, tarn_table_commons.map, TARN_POOLS};
	struct tarn_misfit why;
	char text[100];

	NEED(CHECK_EQ(tarn_init(&unit_heap, unit_arena(), 2048, null, &why), TARN_OK));
	CHECK_EQ(why.class_index, tarn_table_default.classes);
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), 40, null, &why), TARN_ARENA_SMALL);
	CHECK(tarn_misfit_text(text, sizeof(text), TARN_ARENA_SMALL, null, &why) > 40);
	CHECK_EQ(tarn_init(&unit_heap, null, 2048, &tarn_table_commons, &why), TARN_ARENA_SMALL);
	CHECK(why.needs > 0 && why.needs < 2048);
	NEED_POOLS;
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), 2048, &table, &why), TARN_CLASS_SIZE);
	CHECK_EQ(why.class_index, 0);
	CHECK(tarn_misfit_text(text, sizeof(text), TARN_CLASS_SIZE, &table, &why) > 40);
	table = (struct tarn_table){&class, NULL, 1};
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), 2048, &table, &why), TARN_CLASS_MAP);
}

/* An arena may end where the addresses end: at 2^32 on most machines here. */
static void for_the_address_after_the_last(void)
{
	void *arena = (void *)(uintptr_t)-4096;
	struct tarn_table commons = tarn_table_commons;
	struct tarn_misfit why;
	uintptr_t start;

	CHECK_EQ(arena_trim((uintptr_t)arena, 8192, NULL), 4096 - TARN_ALIGN);
	CHECK_EQ(arena_trim((uintptr_t)arena, 4096, &start), 4096 - TARN_ALIGN);
	CHECK_EQ(start, (uintptr_t)arena);
	CHECK_EQ(arena_trim((uintptr_t)-4, 4, &start), 0);
	NEED_COMMONS;
	tarn_explain((void *)((uintptr_t)-64), 64, &commons, TARN_ARENA_SMALL, &why);
	CHECK_EQ(why.needs, UINT32_MAX);
	for (uint32_t bytes = 1; bytes < 4096;
	     bytes++) { /* of an arena that would do, at the end */
		arena = (void *)(0 - (uintptr_t)bytes);
		tarn_explain(arena, 16, &commons, TARN_ARENA_SMALL, &why);
		CHECK(why.needs == UINT32_MAX ||
		      arena_trim((uintptr_t)arena, bytes, NULL) + TARN_ALIGN >=
			      why.needs - TARN_ALIGN);
	}
	CHECK(why.needs < 4096);
}

void what_does_null_mean(void)
{
	CASE(for_the_heap);
	CASE(for_what_it_fills_in);
	CASE(for_a_table);
	CASE(for_the_address_after_the_last);
}
