/* SPDX-License-Identifier: MIT
 * tarn_tag.h: tags that there are not, pointers to no block, damaged words. (tests/pool/model
 * foretells which tag is charged, and with what.) */
#include "questions.h"
#include "tags.h"

/* Each call with this tag raises a fault, and changes nothing. */
static void each_call_refuses(uint32_t tag, void *block)
{
	struct tarn_budget budget = {"one", 64};
	struct tarn_tag_stats stats = {1, 1, 1, 1, 1, 1};
	struct tarn_tag_freed freed = {1, 1, 1};
	uint32_t now = tarn_tag_now();

	REFUSED_TAG(NULL, DO(tarn_tag_enter(tag)));
	REFUSED_TAG(NULL, DO(tarn_tag_leave(tag)));
	CHECK_EQ(tarn_tag_now(), now);
	REFUSED_TAG(&unit_heap, CHECK(!tarn_alloc_tagged(&unit_heap, 8, tag)));
	CHECK_EQ((uintptr_t)unit_fault.pointer, tag);
	REFUSED_TAG(&unit_heap, DO(tarn_tag_limit(&unit_heap, tag, 8)));
	REFUSED_TAG(&unit_heap, CHECK(!tarn_tag_budgets(&unit_heap, &budget, tag)));
	REFUSED_TAG(&unit_heap, DO(tarn_tag_stats(&unit_heap, tag, &stats)));
	CHECK_EQ(stats.live | stats.blocks | stats.peak | stats.peak_blocks | stats.refused |
			 stats.limit,
		 0);
	REFUSED_TAG(&unit_heap, DO(freed = tarn_free_tag(&unit_heap, tag)));
	CHECK_EQ(freed.blocks | freed.bytes, 0);
	REFUSED_TAG(&unit_heap, CHECK(!tarn_tag_move(&unit_heap, block, tag)));
	CHECK_TEXT(tarn_tag_name(&unit_heap, tag), "-");
	CHECK(tarn_is_live(&unit_heap, block));
}

static void without_tags_each_call_faults(void)
{
	SKIP_UNLESS(TARN_TAGS == 0, "built with tags");
	NEED(tags_scene());
	void *block = tarn_alloc(&unit_heap, 8);

	for (uint32_t tag = 0; tag < 3; tag++)
		each_call_refuses(tag, block);
	CHECK_EQ(tarn_tag_now(), TARN_UNTAGGED);
	CHECK_EQ(tarn_tag_of(&unit_heap, block), TARN_UNTAGGED);
}

static void an_unknown_tag_changes_nothing(void)
{
	static const uint32_t unknown[] = {TARN_TAGS + 1, 256, 257, UINT32_MAX};

	NEED_TAGS;
	NEED(tags_scene());
	void *block = tarn_alloc(&unit_heap, 8);

	tarn_tag_enter(2);
	for (uint32_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++)
		each_call_refuses(unknown[i], block);
	tarn_tag_leave(2);
}

static void only_a_live_block_has_a_tag(void)
{
	unsigned char *block;

	NEED_TAGS;
	NEED(tags_scene());
	block = tarn_alloc_tagged(&unit_heap, 24, 3);
	CHECK_EQ(tarn_tag_of(&unit_heap, block), 3);
	CHECK_EQ(tarn_tag_of(&unit_heap, NULL), 0);
	CHECK_EQ(tarn_tag_of(&unit_heap, &block), 0);
	EXPECT_FAULT(TARN_FAULT_FOREIGN, &unit_heap, &block);
	CHECK(!tarn_tag_move(&unit_heap, block + TARN_ALIGN, 1));
	EXPECT_FAULT(TARN_FAULT_INTERIOR, &unit_heap, block + TARN_ALIGN);
	block[ROOM(BLOCK(24)) + TARN_RECORD - 4] ^= 1;
	CHECK(!tarn_tag_move(&unit_heap, block, 1));
	EXPECT_FAULT(TARN_FAULT_OVERRUN, &unit_heap, block);
	block[ROOM(BLOCK(24)) + TARN_RECORD - 4] ^= 1;
	HOLDS(3, BLOCK(24), 1);
	tarn_free(&unit_heap, block);
	CHECK_EQ(tarn_tag_of(&unit_heap, block), 0);
	EXPECT_FAULT(TARN_FAULT_DOUBLE_FREE, &unit_heap, block);
	CHECK(!tarn_tag_move(&unit_heap, block, 1));
	EXPECT_FAULT(TARN_FAULT_DOUBLE_FREE, &unit_heap, block);
	for (uint32_t tag = 0; tag <= 3; tag++)
		HOLDS(tag, 0, 0);
	CHECK_TAGS();
}

/* Flips bits of a byte past the end. free and realloc refuse the block, and tarn_check returns
 * `broken`. */
static void overrun_once(unsigned char *block, uint32_t size, unsigned char *past,
			 unsigned char bits, uint32_t broken)
{
	uint32_t before;

	*past ^= bits;
	before = unit_state(&unit_heap);
	CHECK(!tarn_is_whole(&unit_heap, block));
	CHECK_EQ(tarn_check(&unit_heap, NULL), broken);
	tarn_free(&unit_heap, block);
	EXPECT_FAULT(TARN_FAULT_OVERRUN, &unit_heap, block);
	CHECK(!tarn_realloc(&unit_heap, block, size + 1));
	EXPECT_FAULT(TARN_FAULT_OVERRUN, &unit_heap, block);
	if (broken == 10) {
		CHECK_EQ(tarn_tag_of(&unit_heap, block), 0);
		EXPECT_FAULT(TARN_FAULT_OVERRUN, &unit_heap, block);
	}
	CHECK_EQ(unit_state(&unit_heap), before);
	*past ^= bits;
	CHECK_SOUND(&unit_heap);
}

/* The tag lies in the last byte that an overrun reaches: a flipped bit of another byte never gives
 * another tag. */
static void an_overrun_is_found_at_any_level(void)
{
	static const uint16_t rooms[] = {ROOM(BLOCK(8)), ROOM(BLOCK(48)), ROOM(BLOCK(200))};

	NEED_TAGS;
	for (uint32_t i = TARN_POOLS ? 0 : 2; i < (TARN_COMMONS ? 3 : 2); i++) {
		for (uint32_t bytes = 1; bytes <= 3; bytes++) {
			NEED(tags_scene());
			unsigned char *block = tarn_alloc_tagged(&unit_heap, rooms[i], 1);

			for (uint32_t bits = 1; bits < 0x100; bits <<= 1) {
				overrun_once(block, rooms[i], block + rooms[i] + bytes - 1,
					     (unsigned char)bits, TARN_HARDEN >= 2 ? 9 : 10);
				overrun_once(block, rooms[i],
					     block + rooms[i] + TARN_RECORD - 5 + bytes,
					     (unsigned char)bits, 10);
			}
			tarn_free(&unit_heap, block);
			HOLDS(1, 0, 0);
			CHECK_SOUND(&unit_heap);
		}
	}
}

/* A damaged block raises a fault, and stays. The blocks after it are freed. */
static void freeing_a_tag_passes_over_damage(void)
{
	unsigned char *block[3];
	struct tarn_tag_freed freed;

	NEED_TAGS;
	NEED(tags_scene());
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

/* A waiting block has no tag. If its old record is written back, it has its tag again. */
static void a_block_that_waits_is_nobodys(void)
{
	enum { WORDS = TARN_RECORD / 4 + 1 };
	uint32_t old[WORDS];
	uint32_t *block, *end;

	NEED_TAGS;
	NEED_LEVEL(3);
	NEED(tags_scene());
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

void do_tags_say_whose_a_block_is(void)
{
	CASE(without_tags_each_call_faults);
	CASE(an_unknown_tag_changes_nothing);
	CASE(only_a_live_block_has_a_tag);
	CASE(an_overrun_is_found_at_any_level);
	CASE(freeing_a_tag_passes_over_damage);
	CASE(a_block_that_waits_is_nobodys);
}
