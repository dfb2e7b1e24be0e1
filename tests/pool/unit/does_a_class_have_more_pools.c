/* SPDX-License-Identifier: MIT
 * A class of more blocks than a pool holds (992) has several pools, one after the other. No call
 * tells. So block n of the class lies n sizes after the first, and blocks come in this order. */
#include "heap/class.h"
#include "questions.h"
#include "unit.h"

#define SECOND POOL_BLOCKS       /* the first block of the second pool */
#define THIRD  (2 * POOL_BLOCKS) /* and of the third */
#define MANY   (THIRD + 302)     /* the last word of the bits is not full */

static unsigned char *first;
static uint32_t size; /* of a block */
static uint32_t many; /* blocks of the class */

static unsigned char *block(uint32_t number)
{
	return first + number * size;
}

/* Makes a heap in which class `index` of two has `blocks` blocks of `wanted` bytes; the other class
 * has `others`. False, and the case is skipped, if the arena is too small. */
static bool make(uint32_t index, uint32_t wanted, uint32_t blocks, uint32_t others,
		 uint16_t overflow)
{
	struct tarn_class class[] = {{BLOCK(wanted), blocks, 0, overflow},
				     {BLOCK(wanted) + TARN_ALIGN, others, 0, 0}};
	uint32_t bytes;

	if (index) {
		class[0] = (struct tarn_class){BLOCK(wanted), others, 0, overflow};
		class[1] = (struct tarn_class){BLOCK(wanted) + TARN_ALIGN, blocks, 0, 0};
	}
	size = class[index].size;
	many = blocks;
	bytes = unit_needs(class, 2);
	if (bytes > unit_arena_bytes()) {
		unit_skip("the arena is too small");
		return false;
	}
	return unit_make(&unit_heap, unit_arena(), bytes, class, 2);
}

/* Takes blocks that were never used, from number `from` up to `to`. */
static void take(uint32_t from, uint32_t to)
{
	for (; from < to; from++) {
		unsigned char *taken = tarn_alloc(&unit_heap, ROOM(size));

		if (from == 0)
			first = taken;
		if (!CHECK_PTR(taken, block(from)))
			return;
		unit_fill(taken, ROOM(size), from);
	}
}

static void give(uint32_t number)
{
	CHECK(unit_holds(block(number), ROOM(size), number));
	tarn_free(&unit_heap, block(number));
}

/* Takes a block, and returns its number. */
static uint32_t take_any(void)
{
	unsigned char *taken = tarn_alloc(&unit_heap, ROOM(size));
	uint32_t number;

	if (!CHECK(taken != NULL))
		return many;
	number = (uint32_t)(taken - first) / size;
	CHECK_PTR(taken, block(number));
	unit_fill(taken, ROOM(size), number);
	return number;
}

/* What the counters say of the class is exact. */
#define COUNTS(index, live, peak) counts((index), (live), (peak), __LINE__)
static void counts(uint32_t index, uint32_t live, uint32_t peak, int line)
{
	struct tarn_class_stats stats;
	struct tarn_class_stats other;
	struct tarn_heap_stats heap;

	tarn_class_stats(&unit_heap, index, &stats);
	unit_equal(stats.live, live, "live", __FILE__, line);
	unit_equal(stats.peak, peak, "peak", __FILE__, line);
	unit_equal(stats.capacity, many, "capacity", __FILE__, line);
	unit_equal(stats.size, size, "size", __FILE__, line);
	tarn_class_stats(&unit_heap, !index, &other);
	tarn_heap_stats(&unit_heap, &heap);
	unit_equal(heap.pools_live, live + other.live, "pools_live", __FILE__, line);
	unit_equal(heap.pools, many * size + other.capacity * other.size, "pools", __FILE__, line);
	unit_equal(heap.free,
		   (many - live) * size + (other.capacity - other.live) * other.size +
			   heap.commons_free,
		   "free", __FILE__, line);
	unit_equal(heap.free_least,
		   (many - peak) * size + (other.capacity - other.peak) * other.size +
			   heap.commons - heap.commons_peak,
		   "free_least", __FILE__, line);
	unit_sound(&unit_heap, __FILE__, line);
}

/* As many blocks as fill one pool, or two, and one less or more. */
static void a_class_has_all_its_blocks(void)
{
	static const uint16_t blocks[] = {SECOND - 1, SECOND, SECOND + 1, THIRD, THIRD + 1, MANY};

	NEED_POOLS;
	for (uint32_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
		if (!make(0, 1, blocks[i], 1, TARN_REFUSE))
			return;
		COUNTS(0, 0, 0);
		take(0, many / 2);
		COUNTS(0, many / 2, many / 2);
		take(many / 2, many);
		COUNTS(0, many, many);
		CHECK(tarn_alloc(&unit_heap, ROOM(size)) == NULL);
		CHECK_EQ(unit_refused(&unit_heap, 0), 1);
		CHECK(tarn_alloc(&unit_heap, ROOM(size) + 1) != NULL);
		for (uint32_t number = 0; number < many; number++)
			give(number);
		unit_drain(&unit_heap);
		COUNTS(0, 0, many);
	}
}

/* A block is carved only when no block of the class is free: the peak is exact. */
static void a_free_block_comes_before_a_new_one(void)
{
	static const uint16_t freed[] = {5, 31, 700, SECOND - 1, SECOND, SECOND + 60};
	static const uint16_t taken[] = {SECOND + 97, THIRD, THIRD + 96};
	const uint32_t count = sizeof(freed) / sizeof(freed[0]);

	NEED_POOLS;
	for (uint32_t round = 0; round < 3; round++) {
		if (!make(0, 1, MANY, 1, TARN_REFUSE))
			return;
		take(0, taken[round]);
		for (uint32_t i = 0; i < count; i++)
			give(freed[i]);
		unit_drain(&unit_heap);
		COUNTS(0, taken[round] - count, taken[round]);
		for (uint32_t i = 0; i < count; i++)
			CHECK(take_any() < SECOND + 61);
		COUNTS(0, taken[round], taken[round]);
		take(taken[round], taken[round] + 1);
	}
}

/* Every other block is freed. The rest is walked, and what was freed comes back, each once. */
static void freed_blocks_come_back(void)
{
	struct tarn_block walked = {.pointer = NULL};
	uint32_t number = 0;

	NEED_POOLS;
	if (!make(0, 1, MANY, 1, TARN_REFUSE))
		return;
	take(0, MANY);
	for (number = 1; number < MANY; number += 2)
		give(number);
	unit_drain(&unit_heap);
	COUNTS(0, MANY / 2, MANY);
	for (number = 0; tarn_walk(&unit_heap, &walked); number += 2) {
		CHECK_PTR(walked.pointer, block(number));
		CHECK_EQ(walked.class_index, 0);
		CHECK_EQ(walked.bytes, size);
	}
	CHECK_EQ(number, MANY);
	for (uint32_t left = MANY / 2; left; left--)
		CHECK(take_any() % 2 == 1);
	CHECK(tarn_alloc(&unit_heap, ROOM(size)) == NULL);
	COUNTS(0, MANY, MANY);
	for (number = 0; number < MANY; number++)
		CHECK(unit_holds(block(number), ROOM(size), number));
}

/* The last block of a walk may be in any pool; the next block of the walk in the pool after it. */
static void a_walk_goes_on_in_the_next_pool(void)
{
	static const uint16_t numbers[] = {SECOND - 1, SECOND, THIRD - 1, THIRD, MANY - 1};
	struct tarn_block walked = {.pointer = NULL};

	NEED_POOLS;
	if (!make(0, 1, MANY, 1, TARN_REFUSE))
		return;
	take(0, MANY);
	for (uint32_t i = 0, number = 0; number < MANY; number++)
		if (number == numbers[i])
			i++;
		else
			give(number);
	unit_drain(&unit_heap);
	for (uint32_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		CHECK(tarn_walk(&unit_heap, &walked));
		CHECK_PTR(walked.pointer, block(numbers[i]));
		CHECK_EQ(walked.class_index, 0);
	}
	CHECK(!tarn_walk(&unit_heap, &walked));
}

/* Each kind of pointer that tarn_free refuses, in each pool. */
static void free_judges_each_pool(void)
{
	static const uint16_t numbers[] = {SECOND - 1, SECOND,     SECOND + 33, THIRD - 1,
					   THIRD,      THIRD + 31, THIRD + 32};
	const uint32_t count = sizeof(numbers) / sizeof(numbers[0]);

	NEED_POOLS;
	if (!make(0, TARN_ALIGN + 1, THIRD + 40, 1, TARN_REFUSE))
		return;
	take(0, THIRD + 34);
	for (uint32_t i = 0; i < count; i++) {
		unsigned char *here = block(numbers[i]);

		REFUSES(TARN_FAULT_INTERIOR, &unit_heap, here + TARN_ALIGN);
		REFUSES(TARN_FAULT_MISALIGNED, &unit_heap, here + 1);
		CHECK_EQ(tarn_usable_size(&unit_heap, here), ROOM(size));
		give(numbers[i]);
		REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, here);
		CHECK(!tarn_is_live(&unit_heap, here));
	}
	unit_drain(&unit_heap);
	for (uint32_t i = 0; i < count; i++) {
		REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, block(numbers[i]));
		REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, block(numbers[i]) + TARN_ALIGN);
	}
	for (uint32_t number = THIRD + 34; number < THIRD + 40; number++) {
		REFUSES(TARN_FAULT_WILD, &unit_heap, block(number));
		REFUSES(TARN_FAULT_WILD, &unit_heap, block(number) + TARN_ALIGN);
	}
	COUNTS(0, THIRD + 34 - count, THIRD + 34);
}

/* Pools of which no block was handed out. */
static void what_was_never_used_is_wild(void)
{
	NEED_POOLS;
	if (!make(0, 1, MANY, 1, TARN_REFUSE))
		return;
	take(0, 10);
	REFUSES(TARN_FAULT_WILD, &unit_heap, block(10));
	REFUSES(TARN_FAULT_WILD, &unit_heap, block(SECOND));
	REFUSES(TARN_FAULT_WILD, &unit_heap, block(THIRD));
	REFUSES(TARN_FAULT_WILD, &unit_heap, block(MANY - 1));
}

static void blocks_move_between_pools(void)
{
	NEED_POOLS;
	if (!make(0, 1, MANY, 2, TARN_REFUSE))
		return;
	take(0, THIRD + 2);
	CHECK_PTR(tarn_realloc(&unit_heap, block(THIRD), ROOM(size)), block(THIRD));
	unsigned char *moved = tarn_realloc(&unit_heap, block(SECOND), ROOM(size) + 1);

	CHECK(moved >= block(MANY));
	CHECK(unit_holds(moved, ROOM(size), SECOND));
	unit_drain(&unit_heap);
	CHECK(!tarn_is_live(&unit_heap, block(SECOND)));
	CHECK_EQ(unit_live(&unit_heap, 1), 1);
	COUNTS(0, THIRD + 1, THIRD + 2);
}

/* A larger class serves only when all pools of the class are full. */
static void it_overflows_when_all_pools_are_full(void)
{
	NEED_POOLS;
	for (uint32_t last = 0; last < 2; last++) {
		if (!make(0, 1, MANY, 3, last ? TARN_TO_LARGER | TARN_TO_LAST : TARN_TO_LARGER))
			return;
		take(0, MANY);
		for (uint32_t served = 1; served <= 2 + last; served++) {
			CHECK(tarn_alloc(&unit_heap, ROOM(size)) != NULL);
			CHECK_EQ(unit_live(&unit_heap, 1), served);
		}
		CHECK(tarn_alloc(&unit_heap, ROOM(size)) == NULL);
		give(THIRD - 1);
		unit_drain(&unit_heap);
		CHECK_EQ(tarn_cost(&unit_heap, ROOM(size)), size);
		CHECK_EQ(take_any(), THIRD - 1);
		COUNTS(0, MANY, MANY);
	}
}

/* The commons serve when all pools are full. All of them is one run, which no list has. */
static void it_overflows_into_the_commons(void)
{
	NEED_POOLS;
	NEED_COMMONS;
	const struct tarn_class class[] = {{BLOCK(1), SECOND + 1, 0, TARN_TO_COMMONS}};

	many = SECOND + 1;
	size = BLOCK(1);
	uint32_t bytes = unit_needs(class, 1) + 1024;

	SKIP_UNLESS(bytes <= unit_arena_bytes(), "the arena is too small");
	if (!unit_make(&unit_heap, unit_arena(), bytes, class, 1))
		return;
	take(0, many);
	uint32_t commons = unit_commons_free(&unit_heap);

	CHECK(tarn_alloc(&unit_heap, ROOM(size)) >= (void *)block(many));
	CHECK_EQ(unit_commons_free(&unit_heap), commons - size);
	give(SECOND);
	unit_drain(&unit_heap);
	CHECK_EQ(take_any(), SECOND);
	CHECK_EQ(unit_live(&unit_heap, 0), many);
	CHECK_SOUND(&unit_heap);
}

/* What of a full class is free, and whether it may serve a smaller one. */
static void it_serves_smaller_classes(bool last)
{
	static const uint16_t pairs[][2] = {
		{3, 4}, {3, 40}, {3, SECOND + 3}, {SECOND, SECOND + 1}, {SECOND + 9, THIRD - 1}};
	const uint32_t takes = last ? 2 : 1;
	uint32_t small;

	if (!make(1, 1, THIRD, 1, last ? TARN_TO_LARGER | TARN_TO_LAST : TARN_TO_LARGER))
		return;
	small = ROOM(size - TARN_ALIGN);
	CHECK(tarn_alloc(&unit_heap, small) != NULL);
	take(0, THIRD);
	CHECK_EQ(tarn_cost(&unit_heap, small), 0);
	for (uint32_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		give(pairs[i][0]);
		unit_drain(&unit_heap);
		CHECK_EQ(tarn_cost(&unit_heap, small), last ? size : 0);
		give(pairs[i][1]);
		unit_drain(&unit_heap);
		CHECK_EQ(tarn_cost(&unit_heap, small), size);
		for (uint32_t taken = 0; taken < takes; taken++) {
			unsigned char *served = tarn_alloc(&unit_heap, small);

			CHECK(served == block(pairs[i][0]) || served == block(pairs[i][1]));
		}
		CHECK_EQ(unit_live(&unit_heap, 1), THIRD - 2 + takes);
		CHECK(tarn_alloc(&unit_heap, small) == NULL);
		if (!last)
			take_any();
		COUNTS(1, THIRD, THIRD);
		unit_fill(block(pairs[i][0]), small, pairs[i][0]);
		unit_fill(block(pairs[i][1]), small, pairs[i][1]);
		for (uint32_t j = 0; j < 2; j++) { /* now they are of its own requests */
			tarn_free(&unit_heap, block(pairs[i][j]));
			unit_drain(&unit_heap);
			CHECK_EQ(take_any(), pairs[i][j]);
		}
	}
}

static void its_last_block_serves_no_smaller_class(void)
{
	NEED_POOLS;
	it_serves_smaller_classes(false);
}

static void its_last_block_serves_who_may_take_it(void)
{
	NEED_POOLS;
	it_serves_smaller_classes(true);
}

/* One block was freed, the other was never used. */
static void a_new_block_counts_as_left(void)
{
	NEED_POOLS;
	if (!make(1, 1, THIRD, 1, TARN_TO_LARGER))
		return;
	uint32_t small = ROOM(size - TARN_ALIGN);

	CHECK(tarn_alloc(&unit_heap, small) != NULL);
	take(0, THIRD - 2);
	CHECK_PTR(tarn_alloc(&unit_heap, small), block(THIRD - 2));
	CHECK(tarn_alloc(&unit_heap, small) == NULL);
	give(7);
	unit_drain(&unit_heap);
	CHECK_PTR(tarn_alloc(&unit_heap, small), block(7));
	CHECK(tarn_alloc(&unit_heap, small) == NULL);
	take(THIRD - 1, THIRD);
	COUNTS(1, THIRD, THIRD);
}

/* The pool that carves is used up, and no block of the next one was ever used. */
static void a_new_pool_counts_as_left(void)
{
	NEED_POOLS;
	if (!make(1, 1, SECOND + 2, 1, TARN_TO_LARGER))
		return;
	uint32_t small = ROOM(size - TARN_ALIGN);

	CHECK(tarn_alloc(&unit_heap, small) != NULL);
	take(0, SECOND);
	CHECK_EQ(tarn_cost(&unit_heap, small), size);
	CHECK_PTR(tarn_alloc(&unit_heap, small), block(SECOND));
	CHECK(tarn_alloc(&unit_heap, small) == NULL);
	COUNTS(1, SECOND + 1, SECOND + 1);
}

/* The number of a pool is a byte, and 255 pools are the most. */
static void a_table_of_too_many_pools(void)
{
	struct tarn_class class[] = {{BLOCK(1), 1, 0, 0},
				     {TARN_ALIGN + BLOCK(1), 254 * POOL_BLOCKS, 0, 0}};
	struct tarn_misfit why;
	struct tarn_table table = {class, NULL, 2};

	NEED_POOLS;
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), TARN_ALIGN, &table, &why), TARN_ARENA_SMALL);
	class[1].blocks++;
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), TARN_ALIGN, &table, &why), TARN_CLASS_COUNT);
	CHECK_EQ(why.class_index, 1);
	class[0].blocks = 0;
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), TARN_ALIGN, &table, &why), TARN_CLASS_COUNT);
	class[1].blocks--;
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), TARN_ALIGN, &table, &why), TARN_ARENA_SMALL);
}

void does_a_class_have_more_pools(void)
{
	CASE(a_class_has_all_its_blocks);
	CASE(a_free_block_comes_before_a_new_one);
	CASE(freed_blocks_come_back);
	CASE(a_walk_goes_on_in_the_next_pool);
	CASE(free_judges_each_pool);
	CASE(what_was_never_used_is_wild);
	CASE(blocks_move_between_pools);
	CASE(it_overflows_when_all_pools_are_full);
	CASE(it_overflows_into_the_commons);
	CASE(its_last_block_serves_no_smaller_class);
	CASE(its_last_block_serves_who_may_take_it);
	CASE(a_new_block_counts_as_left);
	CASE(a_new_pool_counts_as_left);
	CASE(a_table_of_too_many_pools);
}
