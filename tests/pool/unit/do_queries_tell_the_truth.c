/* SPDX-License-Identifier: MIT */
#include "questions.h"
#include "unit.h"

static void nothing(void *context, const char *text, size_t length)
{
	(void)context, (void)text, (void)length;
}

static void queries_change_nothing(void)
{
	NEED(unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_TO_COMMONS}, TARN_POOLS));
	void *block = tarn_alloc(&unit_heap, 20);
	struct tarn_block walked = {.pointer = NULL};
	uint32_t before = unit_state(&unit_heap);

	tarn_cost(&unit_heap, 100);
	tarn_cost(&unit_heap, SIZE_MAX);
	tarn_largest(&unit_heap);
	tarn_is_live(&unit_heap, block);
	tarn_is_live(&unit_heap, &before);
	tarn_owns(&unit_heap, block);
	tarn_usable_size(&unit_heap, block);
	CHECK_EQ(tarn_usable_size(&unit_heap, NULL), 0);
	while (tarn_walk(&unit_heap, &walked))
		CHECK_PTR(walked.pointer, block);
	tarn_report(&unit_heap, nothing, NULL);
	tarn_report_map(&unit_heap, nothing, NULL);
	CHECK_EQ(unit_state(&unit_heap), before);
	tarn_free(&unit_heap, block);
}

static void owns_is_the_arena(void)
{
	unsigned char *start = unit_arena();

	NEED(unit_make(&unit_heap, start, 1024,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_TO_COMMONS}, TARN_POOLS));
	for (uint32_t i = 0; i < 1024; i++)
		CHECK(tarn_owns(&unit_heap, start + i));
	CHECK(!tarn_owns(&unit_heap, start - 1));
	CHECK(!tarn_owns(&unit_heap, start + 1024));
	CHECK(!tarn_owns(&unit_heap, NULL));
	CHECK(!tarn_owns(&unit_heap, (void *)UINTPTR_MAX));
	CHECK(!tarn_owns(&unit_heap, &unit_heap));
}

void do_queries_tell_the_truth(void)
{
	CASE(queries_change_nothing);
	CASE(owns_is_the_arena);
}
