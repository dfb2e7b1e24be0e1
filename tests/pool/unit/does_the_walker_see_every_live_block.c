/* SPDX-License-Identifier: MIT */
#include "heap/heap.h"
#include "questions.h"
#include "random.h"
#include "unit.h"

enum { MOST = 40 };
static unsigned char *blocks[MOST];
static uint8_t sizes[MOST];

static bool make_mixed(void)
{
	return unit_make(&unit_heap, unit_arena(), 2048,
			 (const struct tarn_class[]){{BLOCK(8), 5, 0, TARN_TO_COMMONS},
						     {BLOCK(24), 5, 0, TARN_TO_COMMONS}},
			 TARN_POOLS ? 2 : 0);
}

static uint32_t take_many(void)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < MOST; i++) {
		sizes[i] = (uint8_t)(1 + i * 37 % 60);
		blocks[i] = tarn_alloc(&unit_heap, sizes[i]);
		count += blocks[i] != NULL;
	}
	return count;
}

static uint32_t index_of_block(const void *pointer)
{
	for (uint32_t i = 0; i < MOST; i++) {
		if (blocks[i] == pointer)
			return i;
	}
	return MOST;
}

/* One walk: ascending, each block known, with its size and its place. */
static uint32_t walk_all(void)
{
	const struct tarn_table *table = unit_table(&unit_heap);
	struct tarn_block block = {.pointer = NULL};
	unsigned char *last = NULL;
	uint32_t count = 0;

	while (tarn_walk(&unit_heap, &block)) {
		uint32_t i = index_of_block(block.pointer);

		CHECK((unsigned char *)block.pointer > last);
		last = block.pointer;
		if (!CHECK(i < MOST))
			break;
		if (block.class_index < table->classes)
			CHECK_EQ(block.bytes, table->size_class[block.class_index].size);
		else
			CHECK_EQ(block.bytes, BLOCK(sizes[i]));
		CHECK_EQ(block.requested, TARN_HARDEN >= 2 ? sizes[i] : ROOM(block.bytes));
		count++;
	}
	return count;
}

static void all_and_only_the_live(void)
{
	if (!make_mixed())
		return;
	CHECK_EQ(walk_all(), 0);
	uint32_t count = take_many();

	CHECK(count >= (TARN_COMMONS ? 20 : 10));
	CHECK_EQ(walk_all(), count);
	for (uint32_t i = 0; i < MOST; i++) {
		uint32_t pick = i * 7 % MOST;

		count -= blocks[pick] != NULL;
		tarn_free(&unit_heap, blocks[pick]);
		blocks[pick] = NULL;
		CHECK_EQ(walk_all(), count);
	}
	CHECK_EQ(count, 0);
}

/* The walk steps over a run that covers whole plane words at once, whether free or live. */
static void long_runs(void)
{
	uint32_t seen = 0;
	struct tarn_block block = {.pointer = NULL};

	NEED_COMMONS;
	NEED_ARENA(4096);
	if (!MAKE_COMMONS(4096))
		return;
	void *first = tarn_alloc(&unit_heap, 100 * TARN_ALIGN);
	void *gap = tarn_alloc(&unit_heap, 70 * TARN_ALIGN);
	void *last = tarn_alloc(&unit_heap, 32 * TARN_ALIGN);

	tarn_free(&unit_heap, gap);
	while (tarn_walk(&unit_heap, &block))
		CHECK_PTR(block.pointer, seen++ ? last : first);
	CHECK_EQ(seen, 2);
}

static void the_current_block_may_be_freed(void)
{
	struct tarn_block block = {.pointer = NULL};
	uint32_t seen = 0;

	if (!make_mixed())
		return;
	uint32_t count = take_many();

	while (tarn_walk(&unit_heap, &block)) {
		seen++;
		tarn_free(&unit_heap, block.pointer);
		if (seen % 3 == 0)
			unit_drain(&unit_heap);
	}
	CHECK_EQ(seen, count);
	block.pointer = NULL;
	CHECK(!tarn_walk(&unit_heap, &block));
	CHECK_SOUND(&unit_heap);
}

/* Blocks are allocated and freed during the walk. It visits those that stay exactly once. */
static void what_stays_is_seen_once(void)
{
	struct tarn_block block = {.pointer = NULL};
	uint8_t seen[MOST] = {0};
	uint32_t step = 0;

	if (!make_mixed())
		return;
	take_many();
	while (tarn_walk(&unit_heap, &block)) {
		uint32_t i = index_of_block(block.pointer);
		uint32_t other = step++ * 5 % MOST | 1; /* the odd ones are freed and allocated */

		if (i < MOST)
			seen[i]++;
		tarn_free(&unit_heap, blocks[other]);
		blocks[other] = NULL;
		if (step % 2)
			blocks[other] = tarn_alloc(&unit_heap, 1 + step * 11 % 40);
		CHECK(step < 1000);
	}
	for (uint32_t i = 0; i < MOST; i += 2)
		CHECK_EQ(seen[i], blocks[i] != NULL);
	CHECK_SOUND(&unit_heap);
}

/* Level 3: the caller, and the order of the allocations. */
__attribute__((noinline)) static void *owner_site(void)
{
	void *block = tarn_alloc(&unit_heap, 8);

	__asm__ volatile("" ::: "memory");
	return block;
}

static void the_owner_and_the_sequence(void)
{
	struct tarn_block block = {.pointer = NULL};
	uint32_t site = (uint32_t)(uintptr_t)owner_site & ~UINT32_C(1);
	uint32_t sequence = 0;

	if (!make_mixed())
		return;
	for (uint32_t i = 0; i < 4; i++)
		owner_site();
	while (tarn_walk(&unit_heap, &block)) {
		uint32_t distance = (block.owner & ~UINT32_C(1)) - site;

		sequence++;
		CHECK_EQ(block.sequence, TARN_HARDEN >= 3 ? sequence : 0);
		if (TARN_HARDEN >= 3)
			CHECK(distance > 0 && distance < 512);
		else
			CHECK_EQ(block.owner, 0);
	}
	CHECK_EQ(sequence, 4);
}

/* Walks a heap in any state: each block that the walk sees lies in the heap. */
static void walk_inside(void)
{
	struct tarn_block block = {.pointer = NULL};
	uint32_t count = 0;

	while (tarn_walk(&unit_heap, &block)) {
		uint32_t offset = offset_of(&unit_heap, block.pointer);

		CHECK(offset < heap_end(&unit_heap));
		CHECK(block.bytes - 1 < heap_end(&unit_heap) - offset);
		if (!CHECK(count++ < 2048 / GRANULE))
			break;
	}
}

/* Random words in the planes and in the pools' records. */
static void damaged_metadata(void)
{
	uint32_t random = random32_seed(31);

	for (uint32_t round = 0; round < 60; round++) {
		if (!make_mixed())
			return;
		take_many();
		uint32_t *planes = (uint32_t *)unit_heap.names;
		uint32_t words =
			(uint32_t)(unit_heap.base + heap_end(&unit_heap) - unit_heap.names) / 4;

		for (uint32_t i = 0; i <= round; i++)
			planes[random_below(&random, words)] = random32(&random);
		if (TARN_POOLS && round % 3)
			pool_of(&unit_heap, round % 2)->carved = random32(&random);
		walk_inside();
	}
}

static void walking_changes_nothing(void)
{
	if (!make_mixed())
		return;
	take_many();
	uint32_t before = unit_state(&unit_heap);

	walk_all();
	CHECK_EQ(unit_state(&unit_heap), before);
}

void does_the_walker_see_every_live_block(void)
{
	CASE(all_and_only_the_live);
	CASE(long_runs);
	CASE(the_current_block_may_be_freed);
	CASE(what_stays_is_seen_once);
	CASE(the_owner_and_the_sequence);
	CASE(damaged_metadata);
	CASE(walking_changes_nothing);
}
