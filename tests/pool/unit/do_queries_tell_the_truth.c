/* SPDX-License-Identifier: MIT */
#include "questions.h"
#include "unit.h"

/* The bytes that the pools and the commons have left. */
static uint32_t left(void)
{
	struct tarn_heap_stats heap;
	struct tarn_class_stats class;
	uint32_t sum;

	tarn_heap_stats(&unit_heap, &heap);
	sum = heap.commons_free;
	for (uint32_t i = 0; i < heap.classes; i++) {
		tarn_class_stats(&unit_heap, i, &class);
		sum += (class.capacity - class.live) * class.size;
	}
	return sum;
}

/* For every size, tarn_alloc takes what tarn_cost says. */
static void check_costs(uint32_t most)
{
	for (uint32_t size = 0; size <= most; size++) {
		uint32_t before = left();
		size_t cost = tarn_cost(&unit_heap, size);
		void *block = tarn_alloc(&unit_heap, size);

		CHECK_EQ(block != NULL, cost != 0);
		CHECK_EQ(before - left(), cost);
		tarn_free(&unit_heap, block);
		unit_drain(&unit_heap);
		CHECK_EQ(left(), before);
	}
}

/* A request of tarn_largest succeeds. One byte more fails, and so does anything larger. */
static void check_largest(void)
{
	size_t largest = tarn_largest(&unit_heap);

	for (size_t more = 1; more < 300; more++)
		CHECK_EQ(tarn_cost(&unit_heap, largest + more), 0);
	if (!largest) {
		CHECK_EQ(tarn_cost(&unit_heap, 0), 0);
		return;
	}
	CHECK(tarn_cost(&unit_heap, largest) != 0);
	void *block = tarn_alloc(&unit_heap, largest);

	CHECK(block != NULL);
	tarn_free(&unit_heap, block);
	unit_drain(&unit_heap);
}

static void cost_is_what_alloc_takes(void)
{
	NEED_POOLS;
	if (!MAKE(1536, {BLOCK(8), 1, 0, TARN_TO_LARGER}, {BLOCK(24), 3, 0, TARN_TO_COMMONS},
		  {BLOCK(40), 1, 0, 0}))
		return;
	check_costs(300);
	for (uint32_t i = 0; i < 12; i++) {
		(void)!tarn_alloc(&unit_heap, (i * 13) % 45);
		check_costs(120);
		check_largest();
	}
	CHECK_SOUND(&unit_heap);
}

static void largest_is_exact(void)
{
	void *blocks[40];
	uint32_t count = 0;

	NEED_COMMONS;
	if (!MAKE_COMMONS(1536))
		return;
	check_largest();
	while (count < 40 && (blocks[count] = tarn_alloc(&unit_heap, 9 + count * 5 % 61)))
		count++;
	check_largest();
	for (uint32_t i = 0; i < count; i++) {
		uint32_t pick = i * 7 % count;

		tarn_free(&unit_heap, blocks[pick]);
		blocks[pick] = NULL;
		unit_drain(&unit_heap);
		check_largest();
		CHECK_EQ(tarn_largest(&unit_heap), ROOM(unit_longest(&unit_heap)));
	}
	for (uint32_t i = 0; i < count; i++)
		tarn_free(&unit_heap, blocks[i]);
}

/* Runs of one bin have different lengths. The largest is not the first of them. */
static void largest_sees_all_of_a_bin(void)
{
	void *blocks[12];

	NEED_COMMONS;
	if (!MAKE_COMMONS(2048))
		return;
	for (uint32_t i = 0; i < 12; i++)
		blocks[i] = tarn_alloc(&unit_heap, i & 1 ? 1 : ROOM(BLOCK(64)) + (i * 5 % 3) * 8);
	while (tarn_alloc(&unit_heap, 1))
		;
	for (uint32_t i = 0; i < 12; i += 2) {
		tarn_free(&unit_heap, blocks[i]);
		unit_drain(&unit_heap);
		check_largest();
	}
}

static void a_full_heap_has_no_largest(void)
{
	NEED_POOLS;
	if (!MAKE(1024, {BLOCK(8), 2, 0, 0}, {BLOCK(40), 1, 0, 0}))
		return;
	while (tarn_alloc(&unit_heap, ROOM(BLOCK(40)) + 1))
		;
	CHECK_EQ(tarn_largest(&unit_heap), ROOM(BLOCK(40)));
	CHECK(tarn_alloc(&unit_heap, ROOM(BLOCK(40))) != NULL);
	check_largest();
	CHECK(tarn_alloc(&unit_heap, 8) != NULL);
	CHECK(tarn_alloc(&unit_heap, 8) != NULL);
	CHECK_EQ(tarn_cost(&unit_heap, 8), 0);
	CHECK_EQ(tarn_largest(&unit_heap), 0);
}

static void queries_change_nothing(void)
{
	if (!unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	void *block = tarn_alloc(&unit_heap, 20);
	uint32_t before = unit_state(&unit_heap);

	tarn_cost(&unit_heap, 100);
	tarn_cost(&unit_heap, SIZE_MAX);
	tarn_largest(&unit_heap);
	tarn_is_live(&unit_heap, block);
	tarn_is_live(&unit_heap, &before);
	tarn_owns(&unit_heap, block);
	tarn_usable_size(&unit_heap, block);
	CHECK_EQ(tarn_usable_size(&unit_heap, NULL), 0);
	CHECK_EQ(unit_state(&unit_heap), before);
	tarn_free(&unit_heap, block);
}

static void owns_is_the_arena(void)
{
	unsigned char *start = unit_arena();

	if (!unit_make(&unit_heap, start, 1024,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	for (uint32_t i = 0; i < 1024; i++)
		CHECK(tarn_owns(&unit_heap, start + i));
	CHECK(!tarn_owns(&unit_heap, start - 1));
	CHECK(!tarn_owns(&unit_heap, start + 1024));
	CHECK(!tarn_owns(&unit_heap, NULL));
	CHECK(!tarn_owns(&unit_heap, (void *)UINTPTR_MAX));
	CHECK(!tarn_owns(&unit_heap, &unit_heap));
}

/* Compares tarn_is_live for every byte of the arena with the list of blocks handed out. */
static void live_is_what_was_handed_out(void)
{
	unsigned char *start = unit_arena();
	unsigned char *blocks[5];

	if (!unit_make(&unit_heap, start, 1024,
		       &(struct tarn_class){BLOCK(24), 3, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	for (uint32_t i = 0; i < 5; i++)
		blocks[i] = tarn_alloc(&unit_heap, i == 4 ? 300 : 20);
	tarn_free(&unit_heap, blocks[1]);
	blocks[1] = NULL;
	for (unsigned char *p = start - 16; p < start + 1024 + 16; p++) {
		bool live = false;

		for (uint32_t i = 0; i < 5; i++)
			live |= p == blocks[i];
		CHECK_EQ(tarn_is_live(&unit_heap, p), live);
	}
	CHECK(!tarn_is_live(&unit_heap, NULL));
	CHECK(!tarn_is_live(&unit_heap, (void *)UINTPTR_MAX));
}

static void usable_size_is_usable(void)
{
	if (!unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	for (uint32_t size = 0; size <= 200; size += 3) {
		void *block = tarn_alloc(&unit_heap, size);
		size_t usable = tarn_usable_size(&unit_heap, block);

		if (!block)
			break;
		unit_fill(block, usable, size);
		CHECK(TARN_HARDEN >= 2 ? usable == size : usable >= size);
		CHECK_SOUND(&unit_heap);
		tarn_free(&unit_heap, block);
	}
}

void do_queries_tell_the_truth(void)
{
	CASE(cost_is_what_alloc_takes);
	CASE(largest_is_exact);
	CASE(largest_sees_all_of_a_bin);
	CASE(a_full_heap_has_no_largest);
	CASE(queries_change_nothing);
	CASE(owns_is_the_arena);
	CASE(live_is_what_was_handed_out);
	CASE(usable_size_is_usable);
}
