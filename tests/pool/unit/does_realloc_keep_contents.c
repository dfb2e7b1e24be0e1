/* SPDX-License-Identifier: MIT */
#include "questions.h"
#include "unit.h"

static bool make_mixed(void)
{
	return unit_make(&unit_heap, unit_arena(), 1536,
			 (const struct tarn_class[]){{BLOCK(8), 3, 0, TARN_TO_COMMONS},
						     {BLOCK(40), 3, 0, TARN_TO_COMMONS}},
			 TARN_POOLS ? 2 : 0);
}

/* A realloc that fails leaves the old block as it was. */
static void failure_loses_nothing(void)
{
	static const size_t sizes[] = {1500, 5000, SIZE_MAX / 2, SIZE_MAX - 8, SIZE_MAX};

	NEED(make_mixed());
	for (uint32_t from = 5; from <= 40; from += 35) {
		void *block = tarn_alloc(&unit_heap, from);
		uint32_t live =
			unit_live(&unit_heap, 0) + unit_live(&unit_heap, TARN_POOLS ? 1 : 0);

		unit_fill(block, from, 7);
		for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
			CHECK(tarn_realloc(&unit_heap, block, sizes[i]) == NULL);
			CHECK(tarn_is_live(&unit_heap, block));
			CHECK(unit_holds(block, from, 7));
			CHECK_EQ(unit_live(&unit_heap, 0) +
					 unit_live(&unit_heap, TARN_POOLS ? 1 : 0),
				 live);
			CHECK_SOUND(&unit_heap);
		}
		tarn_free(&unit_heap, block);
	}
	CHECK(unit_refused(&unit_heap, TARN_POOLS ? 2 : 0) >= 2 * 5);
}

static void null_is_an_allocation(void)
{
	NEED(make_mixed());
	void *block = tarn_realloc(&unit_heap, NULL, 8);

	CHECK(block != NULL);
	CHECK(tarn_is_live(&unit_heap, block));
	CHECK(tarn_realloc(&unit_heap, NULL, SIZE_MAX) == NULL);
	tarn_free(&unit_heap, block);
}

static void size_0_is_not_a_free(void)
{
	NEED(make_mixed());
	void *block = tarn_alloc(&unit_heap, 8);

	block = tarn_realloc(&unit_heap, block, 0);
	CHECK(block != NULL);
	CHECK(tarn_is_live(&unit_heap, block));
	tarn_free(&unit_heap, block);
	CHECK(tarn_realloc(&unit_heap, NULL, 0) != NULL);
}

/* realloc refuses a pointer that is not live, as tarn_free does, and allocates nothing. */
static void a_bad_pointer_is_refused(void)
{
	NEED(make_mixed());
	unsigned char *block = tarn_alloc(&unit_heap, 40);
	unsigned char *freed = tarn_alloc(&unit_heap, 40);
	uint32_t before;

	tarn_free(&unit_heap, freed);
	before = unit_state(&unit_heap);
	CHECK(tarn_realloc(&unit_heap, freed, 8) == NULL);
	EXPECT_FAULT(TARN_FAULT_DOUBLE_FREE, &unit_heap, freed);
	CHECK(tarn_realloc(&unit_heap, block + TARN_ALIGN, 8) == NULL);
	EXPECT_FAULT(TARN_FAULT_INTERIOR, &unit_heap, block + TARN_ALIGN);
	CHECK(tarn_realloc(&unit_heap, block + 1, 8) == NULL);
	EXPECT_FAULT(TARN_FAULT_MISALIGNED, &unit_heap, block + 1);
	CHECK(tarn_realloc(&unit_heap, &before, 100) == NULL);
	EXPECT_FAULT(TARN_FAULT_FOREIGN, &unit_heap, &before);
	CHECK(tarn_realloc(&unit_heap, unit_arena(), 0) == NULL);
	EXPECT_FAULT(TARN_FAULT_WILD, &unit_heap, unit_arena());
	CHECK_EQ(unit_state(&unit_heap), before);
	CHECK_SOUND(&unit_heap);
}

/* Level 2 knows the requested size. A byte that realloc added is no overrun; a byte past it is. */
static void the_slack_follows_the_size(void)
{
	NEED_LEVEL(2);
	NEED(make_mixed());
	unsigned char *block = tarn_alloc(&unit_heap, 20);

	for (uint32_t size = 1; size <= ROOM(BLOCK(40)) - 1; size++) {
		block = tarn_realloc(&unit_heap, block, size);
		NEED(CHECK(block != NULL));
		unit_fill(block, size, size);
		CHECK_EQ(tarn_usable_size(&unit_heap, block), size);
	}
	size_t end = tarn_usable_size(&unit_heap, block);
	block[end] ^= 1;
	tarn_free(&unit_heap, block);
	EXPECT_FAULT(TARN_FAULT_OVERRUN, &unit_heap, block);
	block[end] ^= 1;
	tarn_free(&unit_heap, block);
}

/* Level 3: a run that is resized in place is still of the call that made it. */
static void a_resized_run_keeps_its_owner(void)
{
	static const uint16_t sizes[] = {300, 40, 41, 310, 100};
	struct tarn_block made = {.pointer = NULL};

	NEED_LEVEL(3);
	NEED_COMMONS;
	NEED(MAKE_COMMONS(1024));
	void *block = tarn_alloc(&unit_heap, 100);

	CHECK(tarn_walk(&unit_heap, &made));
	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct tarn_block now = {.pointer = NULL};

		CHECK_PTR(tarn_realloc(&unit_heap, block, sizes[i]), block);
		CHECK(tarn_walk(&unit_heap, &now));
		CHECK_EQ(now.requested, sizes[i]);
		CHECK_EQ(now.owner, made.owner);
		CHECK_EQ(now.sequence, made.sequence);
	}
}

void does_realloc_keep_contents(void)
{
	CASE(failure_loses_nothing);
	CASE(null_is_an_allocation);
	CASE(size_0_is_not_a_free);
	CASE(a_bad_pointer_is_refused);
	CASE(the_slack_follows_the_size);
	CASE(a_resized_run_keeps_its_owner);
}
