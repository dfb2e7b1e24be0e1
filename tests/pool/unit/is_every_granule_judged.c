/* SPDX-License-Identifier: MIT
 * Offers every byte of an arena to tarn_free. The answer must follow from what lies there:
 * metadata, a live block, a freed one, or unused arena. */
#include "questions.h"
#include "unit.h"

/* What the case knows of the arena: the live blocks, and how far blocks ever reached. */
static struct known {
	unsigned char *blocks[12];
	uint32_t bytes[12]; /* of the block */
	uint32_t count;
} known;

static unsigned char *take(uint32_t bytes)
{
	unsigned char *block = tarn_alloc(&unit_heap, ROOM(bytes));

	CHECK(block != NULL);
	known.blocks[known.count] = block;
	known.bytes[known.count++] = bytes;
	return block;
}

static void give(uint32_t index)
{
	tarn_free(&unit_heap, known.blocks[index]);
	known.blocks[index] = NULL;
}

/* 1: the start of a live block; 2: inside one; 0: neither. */
static int place_of(const unsigned char *p)
{
	for (uint32_t i = 0; i < known.count; i++) {
		if (p == known.blocks[i])
			return 1;
		if (known.blocks[i] && p > known.blocks[i] && p < known.blocks[i] + known.bytes[i])
			return 2;
	}
	return 0;
}

/* Offers all bytes of [from, end) except live starts. Outside live blocks the fault must be
 * `otherwise`, or any fault if that is TARN_FAULT_KINDS. */
static void offer(unsigned char *from, unsigned char *end, enum tarn_fault_kind otherwise)
{
	for (unsigned char *p = from; p < end; p++) {
		int place = place_of(p);

		if (place == 1)
			continue;
		if ((uintptr_t)p % TARN_ALIGN)
			REFUSES(TARN_FAULT_MISALIGNED, &unit_heap, p);
		else if (place == 2)
			REFUSES(TARN_FAULT_INTERIOR, &unit_heap, p);
		else if (otherwise == TARN_FAULT_KINDS)
			REFUSES_SOMEHOW(&unit_heap, p);
		else
			REFUSES(otherwise, &unit_heap, p);
	}
}

static void pools_virgin_live_and_free(void)
{
	const struct tarn_class class[] = {{BLOCK(8), 3, 0, 0}, {BLOCK(24), 3, 0, 0}};
	struct tarn_heap_stats stats;

	NEED_POOLS;
	uint32_t bytes = unit_needs(class, 2);

	known.count = 0;
	if (!unit_make(&unit_heap, unit_arena(), bytes, class, 2))
		return;
	tarn_heap_stats(&unit_heap, &stats);
	unsigned char *end = unit_arena() + bytes;
	unsigned char *pools = end - stats.commons - stats.pools;

	offer(unit_arena(), end, TARN_FAULT_WILD);
	take(BLOCK(8));
	take(BLOCK(24));
	take(BLOCK(24));
	offer(unit_arena(), end, TARN_FAULT_WILD);
	CHECK(known.blocks[0] >= pools);
	give(1);
	offer(pools, end, TARN_FAULT_KINDS);
	unit_drain(&unit_heap);
	offer(pools, end, TARN_FAULT_KINDS);
}

/* Live runs side by side, from one granule to several plane words, and unused arena after them. */
static void runs_of_all_lengths(void)
{
	static const uint8_t granules[] = {4, 1, 2, 31, 32, 33, 34, 3};

	NEED_COMMONS;
	NEED_ARENA(4096);
	known.count = 0;
	if (!MAKE_COMMONS(TARN_ALIGN == 16 ? 4096 : 2560))
		return;
	for (uint32_t i = 0; i < sizeof(granules); i++) {
		uint32_t bytes = granules[i] * (uint32_t)TARN_ALIGN;

		if (bytes > TARN_RECORD)
			take(bytes);
	}
	offer(unit_arena(), unit_arena() + 512, TARN_FAULT_WILD);
	for (uint32_t i = 0; i < known.count; i++)
		offer(known.blocks[i], known.blocks[i] + known.bytes[i], TARN_FAULT_KINDS);
}

/* One long run that covers several plane words, at every distance from a word's start. The live
 * bits of its words hold a length, and none of them is a block. */
static void long_runs_at_every_offset(void)
{
	NEED_COMMONS;
	NEED_ARENA(4096);
	uint32_t step = BLOCK(1);

	for (uint32_t before = step; before <= 33 * TARN_ALIGN; before += step) {
		unit_spoil(before & TARN_ALIGN ? 0xff : 0);
		known.count = 0;
		if (!MAKE_COMMONS(4096))
			return;
		for (uint32_t bytes = 0; bytes < before; bytes += step)
			CHECK(tarn_alloc(&unit_heap, 1) != NULL);
		unsigned char *block = take((97 + before % 7) * TARN_ALIGN);
		unsigned char *end = block + known.bytes[0];

		for (unsigned char *p = block + TARN_ALIGN; p < end; p += TARN_ALIGN) {
			CHECK(!tarn_is_live(&unit_heap, p));
			tarn_free(&unit_heap, p);
			EXPECT_FAULT(TARN_FAULT_INTERIOR, &unit_heap, p);
		}
		give(0);
		unit_drain(&unit_heap);
		for (unsigned char *p = block; p < end; p += TARN_ALIGN) {
			CHECK(!tarn_is_live(&unit_heap, p));
			tarn_free(&unit_heap, p);
			EXPECT_FAULT(TARN_FAULT_DOUBLE_FREE, &unit_heap, p);
		}
		CHECK_SOUND(&unit_heap);
	}
}

/* A run that takes the rest of the commons. Its inside is inside a block, not unused arena, even if
 * nothing was ever split. */
static void a_run_to_the_end_is_judged(void)
{
	NEED_COMMONS;
	if (!MAKE_COMMONS(2048))
		return;
	known.count = 0;
	unsigned char *block = take(unit_commons_free(&unit_heap));
	unsigned char *end = unit_arena() + 2048;

	CHECK_EQ(unit_commons_free(&unit_heap), 0);
	for (unsigned char *p = block + TARN_ALIGN; p < end; p += TARN_ALIGN)
		REFUSES(TARN_FAULT_INTERIOR, &unit_heap, p);
	give(0);
	unit_drain(&unit_heap);
	for (unsigned char *p = block; p < end; p += TARN_ALIGN)
		REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, p);
}

/* The commons' sentinel is always marked live, for its neighbour's sake. It is no block. */
static void the_sentinel_is_no_block(void)
{
	struct tarn_heap_stats stats;

	NEED_COMMONS;
	if (!MAKE_COMMONS(1024))
		return;
	tarn_heap_stats(&unit_heap, &stats);
	unsigned char *end = unit_arena() + 1024;

	CHECK_EQ(stats.metadata + stats.commons, 1024);
	known.count = 0;
	take(BLOCK(8));
	for (unsigned char *p = end - stats.commons - 2 * TARN_ALIGN; p < known.blocks[0];
	     p += TARN_ALIGN)
		REFUSES(TARN_FAULT_WILD, &unit_heap, p);
}

/* A heap in use, with pools and runs. */
static void a_heap_in_use(void)
{
	NEED_POOLS;
	NEED_COMMONS;
	known.count = 0;
	if (!MAKE(1536, {BLOCK(8), 3, 0, TARN_TO_COMMONS}, {BLOCK(24), 3, 0, TARN_TO_COMMONS}))
		return;
	for (uint32_t i = 0; i < 5; i++)
		take(BLOCK(i & 1 ? 8 : 24));
	take(BLOCK(70));
	take(BLOCK(100));
	take(BLOCK(8));
	take(BLOCK(40));
	give(0);
	give(3);
	give(6);
	unit_drain(&unit_heap);
	offer(unit_arena(), unit_arena() + 1536, TARN_FAULT_KINDS);
	for (uint32_t i = 0; i < known.count; i++) {
		if (known.blocks[i])
			give(i);
	}
	unit_drain(&unit_heap);
	CHECK_EQ(unit_live(&unit_heap, 0) + unit_live(&unit_heap, 1) + unit_live(&unit_heap, 2), 0);
}

void is_every_granule_judged(void)
{
	CASE(pools_virgin_live_and_free);
	CASE(runs_of_all_lengths);
	CASE(long_runs_at_every_offset);
	CASE(a_run_to_the_end_is_judged);
	CASE(the_sentinel_is_no_block);
	CASE(a_heap_in_use);
}
