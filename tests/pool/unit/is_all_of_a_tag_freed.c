/* SPDX-License-Identifier: MIT
 * tarn_free_tag frees all blocks of a tag, and nothing else. What the readers report of tags. */
#include "questions.h"
#include "tags.h"

static uint32_t scene_size(uint32_t i)
{
	return i * 29 % (TARN_COMMONS ? 120 : 48);
}

/* Allocates blocks of tags 0 to 3 in turn, and frees some between them. Returns how many there
 * are. */
static uint32_t fill_with_tags(unsigned char **block, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		block[i] = tarn_alloc_tagged(&unit_heap, scene_size(i), i % 4);
		if (block[i])
			unit_fill(block[i], scene_size(i), i);
	}
	for (uint32_t i = 0; i < count; i += 5) {
		tarn_free(&unit_heap, block[i]);
		block[i] = NULL;
	}
	return count;
}

static void freeing_a_tag_leaves_the_others(void)
{
	unsigned char *block[22];
	uint32_t count;

	NEED_TAGS;
	for (uint32_t tag = 0; tag <= 3; tag++) {
		struct tarn_tag_stats before;
		struct tarn_tag_freed freed;

		if (!tags_scene())
			return;
		count = fill_with_tags(block, 22);
		before = tag_told(tag);
		freed = tarn_free_tag(&unit_heap, tag);
		CHECK(before.blocks > 0);
		CHECK_EQ(freed.blocks, before.blocks);
		CHECK_EQ(freed.bytes, before.live);
		HOLDS(tag, 0, 0);
		CHECK_EQ(tag_told(tag).peak, before.peak);
		for (uint32_t i = 0; i < count; i++) {
			bool stays = block[i] && i % 4 != tag;

			CHECK_EQ(block[i] && tarn_is_live(&unit_heap, block[i]), stays);
			if (stays && CHECK(unit_holds(block[i], scene_size(i), i)))
				CHECK_EQ(tarn_tag_of(&unit_heap, block[i]), i % 4);
		}
		CHECK_TAGS();
		freed = tarn_free_tag(&unit_heap, tag);
		CHECK_EQ(freed.blocks | freed.bytes, 0);
	}
}

/* After each tag was freed in turn, the heap is like a new one. */
static void freeing_each_tag_leaves_nothing(void)
{
	unsigned char *block[22];
	struct tarn_block seen = {.pointer = NULL};

	NEED_TAGS;
	if (!tags_scene())
		return;
	fill_with_tags(block, 22);
	for (uint32_t tag = 0; tag <= 3; tag++)
		tarn_free_tag(&unit_heap, tag);
	CHECK(!tarn_walk(&unit_heap, &seen));
	unit_drain(&unit_heap);
	if (TARN_COMMONS)
		CHECK_EQ(unit_longest(&unit_heap), unit_commons_free(&unit_heap));
	CHECK_TAGS();
}

/* A damaged block raises a fault, and stays. The blocks after it are freed. */
static void freeing_a_tag_passes_over_damage(void)
{
	unsigned char *block[3];
	struct tarn_tag_freed freed;

	NEED_TAGS;
	if (!tags_scene())
		return;
	for (uint32_t i = 0; i < 3; i++)
		block[i] = tarn_alloc_tagged(&unit_heap, ROOM(BLOCK(8)), 2);
	block[1][ROOM(BLOCK(8))] ^= 0x80;
	freed = tarn_free_tag(&unit_heap, 2);
	EXPECT_FAULT(TARN_FAULT_OVERRUN, &unit_heap, block[1]);
	CHECK_EQ(freed.blocks, 2);
	CHECK_EQ(freed.bytes, 2 * BLOCK(8));
	HOLDS(2, BLOCK(8), 1);
	block[1][ROOM(BLOCK(8))] ^= 0x80;
	CHECK_EQ(tarn_free_tag(&unit_heap, 2).blocks, 1);
	CHECK_TAGS();
}

/* ---- The quarantine ---------------------------------------------------------------------- */

/* A waiting block has no tag. If its old record is written back, it has its tag again. */
static void a_block_that_waits_is_nobodys(void)
{
	enum { WORDS = TARN_RECORD / 4 + 1 };
	uint32_t old[WORDS];
	uint32_t *block, *end;

	NEED_TAGS;
	NEED_LEVEL(3);
	if (!tags_scene())
		return;
	block = tarn_alloc_tagged(&unit_heap, 8, 3);
	end = block + BLOCK(8) / 4 - WORDS;
	for (uint32_t i = 0; i < WORDS; i++)
		old[i] = end[i];
	tarn_free(&unit_heap, block);
	HOLDS(3, 0, 0);
	CHECK_EQ(tarn_free_tag(&unit_heap, 3).blocks, 0);
	CHECK_TAGS();
	for (uint32_t i = 0; i < WORDS; i++)
		end[i] = old[i];
	tarn_tag_limit(&unit_heap, 3, 1);
	unit_drain(&unit_heap);
	EXPECT_FAULT(TARN_FAULT_USE_AFTER_FREE, &unit_heap, block);
	HOLDS(3, BLOCK(8), 1);
	CHECK_EQ(tag_told(3).peak, BLOCK(8));
	tarn_free_tag(&unit_heap, 3);
	unit_faults = 0; /* the write changed the slack's fill */
}

void is_all_of_a_tag_freed(void)
{
	CASE(freeing_a_tag_leaves_the_others);
	CASE(freeing_each_tag_leaves_nothing);
	CASE(freeing_a_tag_passes_over_damage);
	CASE(a_block_that_waits_is_nobodys);
}
