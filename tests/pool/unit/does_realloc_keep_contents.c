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

static void null_is_an_allocation_and_size_0_no_free(void)
{
	NEED(make_mixed());
	void *block = tarn_realloc(&unit_heap, NULL, 8);

	CHECK(tarn_is_live(&unit_heap, block));
	block = tarn_realloc(&unit_heap, block, 0);
	CHECK(tarn_is_live(&unit_heap, block));
	CHECK(tarn_realloc(&unit_heap, NULL, 0) != NULL);
}

/* realloc refuses a pointer that is not live, as tarn_free does, and allocates nothing. */
static void a_bad_pointer_is_refused(void)
{
	NEED(make_mixed());
	unsigned char *block = tarn_alloc(&unit_heap, 40);
	unsigned char *freed = tarn_alloc(&unit_heap, 40);
	const struct {
		void *pointer;
		enum tarn_fault_kind kind;
	} bad[] = {
		{freed, TARN_FAULT_DOUBLE_FREE},    {block + TARN_ALIGN, TARN_FAULT_INTERIOR},
		{block + 1, TARN_FAULT_MISALIGNED}, {&block, TARN_FAULT_FOREIGN},
		{unit_arena(), TARN_FAULT_WILD},
	};

	tarn_free(&unit_heap, freed);
	uint32_t before = unit_state(&unit_heap);
	for (uint32_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		CHECK(tarn_realloc(&unit_heap, bad[i].pointer, 25 * i) == NULL);
		EXPECT_FAULT(bad[i].kind, &unit_heap, bad[i].pointer);
	}
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
	CASE(null_is_an_allocation_and_size_0_no_free);
	CASE(a_bad_pointer_is_refused);
	CASE(the_slack_follows_the_size);
	CASE(a_resized_run_keeps_its_owner);
}
