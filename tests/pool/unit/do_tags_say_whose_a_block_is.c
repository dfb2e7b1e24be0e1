/* SPDX-License-Identifier: MIT
 * tarn_tag.h: the current tag, and which blocks are charged to which tag. */
#include "questions.h"
#include "tags.h"

/* ---- Without tags ------------------------------------------------------------------------ */

static void without_tags_each_call_faults(void)
{
	struct tarn_budget budget = {"one", 64};
	struct tarn_tag_stats stats = {1, 1, 1, 1, 1, 1};

	SKIP_UNLESS(TARN_TAGS == 0, "built with tags");
	if (!tags_scene())
		return;
	void *block = tarn_alloc(&unit_heap, 8);

	for (uint32_t tag = 0; tag < 3; tag++) {
		REFUSED_TAG(NULL, DO(tarn_tag_enter(tag)));
		REFUSED_TAG(NULL, DO(tarn_tag_leave(tag)));
		REFUSED_TAG(&unit_heap, CHECK(!tarn_alloc_tagged(&unit_heap, 8, tag)));
		CHECK_EQ((uintptr_t)unit_fault.pointer, tag);
		REFUSED_TAG(&unit_heap, DO(tarn_tag_limit(&unit_heap, tag, 8)));
		REFUSED_TAG(&unit_heap, CHECK(!tarn_tag_budgets(&unit_heap, &budget, tag)));
		REFUSED_TAG(&unit_heap, DO(tarn_tag_stats(&unit_heap, tag, &stats)));
		REFUSED_TAG(&unit_heap, DO(tarn_free_tag(&unit_heap, tag)));
		REFUSED_TAG(&unit_heap, CHECK(!tarn_tag_move(&unit_heap, block, tag)));
		CHECK_TEXT(tarn_tag_name(&unit_heap, tag), "-");
	}
	CHECK_EQ(stats.live | stats.blocks | stats.peak | stats.peak_blocks | stats.refused |
			 stats.limit,
		 0);
	CHECK_EQ(tarn_tag_now(), TARN_UNTAGGED);
	CHECK_EQ(tarn_tag_of(&unit_heap, block), TARN_UNTAGGED);
	CHECK(tarn_is_live(&unit_heap, block));
}

/* ---- The current tag --------------------------------------------------------------------- */

static uint32_t nth_tag(uint32_t i)
{
	return i % 2 ? TARN_TAGS : 1 + i % 3;
}

static void tags_nest(void)
{
	NEED_TAGS;
	if (!tags_scene())
		return;
	CHECK_EQ(tarn_tag_now(), TARN_UNTAGGED);
	for (uint32_t depth = 0; depth < DEPTH; depth++) {
		tarn_tag_enter(nth_tag(depth));
		CHECK_EQ(tarn_tag_now(), nth_tag(depth));
	}
	for (uint32_t tag = 0; tag <= 3; tag++) {
		REFUSED_TAG(NULL, DO(tarn_tag_enter(tag)));
		CHECK_EQ(tarn_tag_now(), nth_tag(DEPTH - 1));
	}
	for (uint32_t depth = DEPTH; depth-- > 0;) {
		CHECK_EQ(tarn_tag_now(), nth_tag(depth));
		tarn_tag_leave(nth_tag(depth));
	}
	CHECK_EQ(tarn_tag_now(), TARN_UNTAGGED);
}

static void a_wrong_enter_or_leave_changes_nothing(void)
{
	static const uint32_t unknown[] = {0, TARN_TAGS + 1, 256, 257, UINT32_MAX};

	NEED_TAGS;
	if (!tags_scene())
		return;
	for (uint32_t tag = 0; tag <= 3; tag++)
		REFUSED_TAG(NULL, DO(tarn_tag_leave(tag)));
	tarn_tag_enter(2);
	for (uint32_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
		REFUSED_TAG(NULL, DO(tarn_tag_enter(unknown[i])));
		REFUSED_TAG(NULL, DO(tarn_tag_leave(unknown[i])));
		CHECK_EQ(tarn_tag_now(), 2);
	}
	REFUSED_TAG(NULL, DO(tarn_tag_leave(1)));
	REFUSED_TAG(NULL, DO(tarn_tag_leave(3)));
	tarn_tag_enter(3);
	REFUSED_TAG(NULL, DO(tarn_tag_leave(2))); /* entered, but not last */
	CHECK_EQ(tarn_tag_now(), 3);
	tarn_tag_leave(3);
	CHECK_EQ(tarn_tag_now(), 2);
	tarn_tag_leave(2);
	CHECK_EQ(tarn_tag_now(), TARN_UNTAGGED);
}

static void an_unknown_tag_changes_nothing(void)
{
	static const uint32_t unknown[] = {TARN_TAGS + 1, 256, 257, UINT32_MAX};
	struct tarn_tag_stats stats = {1, 1, 1, 1, 1, 1};

	NEED_TAGS;
	if (!tags_scene())
		return;
	for (uint32_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
		uint32_t tag = unknown[i];
		struct tarn_tag_freed freed = {1, 1, 1};

		REFUSED_TAG(&unit_heap, CHECK(!tarn_alloc_tagged(&unit_heap, 8, tag)));
		CHECK_EQ((uintptr_t)unit_fault.pointer, tag);
		REFUSED_TAG(&unit_heap, DO(tarn_tag_limit(&unit_heap, tag, 8)));
		REFUSED_TAG(&unit_heap, DO(tarn_tag_stats(&unit_heap, tag, &stats)));
		REFUSED_TAG(&unit_heap, DO(freed = tarn_free_tag(&unit_heap, tag)));
		CHECK_EQ(freed.blocks | freed.bytes, 0);
		CHECK_TEXT(tarn_tag_name(&unit_heap, tag), "-");
	}
	CHECK_EQ(stats.live | stats.blocks | stats.peak | stats.peak_blocks | stats.refused |
			 stats.limit,
		 0);
}

static void a_heap_that_nobody_made(void)
{
	static struct tarn_heap never;
	struct tarn_tag_stats stats = {1, 1, 1, 1, 1, 1};
	struct tarn_budget budget = {"one", 64};

	NEED_TAGS;
	tarn_tag_limit(&never, 1, 8);
	EXPECT_FAULT(TARN_FAULT_HEAP, &never, NULL);
	CHECK(!tarn_tag_budgets(&never, &budget, 1));
	EXPECT_FAULT(TARN_FAULT_HEAP, &never, NULL);
	tarn_tag_stats(&never, 1, &stats);
	EXPECT_FAULT(TARN_FAULT_HEAP, &never, NULL);
	CHECK_EQ(stats.live | stats.blocks | stats.peak | stats.limit, 0);
	CHECK_EQ(tarn_free_tag(&never, 1).blocks, 0);
	EXPECT_FAULT(TARN_FAULT_HEAP, &never, NULL);
	CHECK(!tarn_alloc_tagged(&never, 8, 1));
	EXPECT_FAULT(TARN_FAULT_HEAP, &never, NULL);
	CHECK(!tarn_tag_move(&never, &budget, 1));
	EXPECT_FAULT(TARN_FAULT_HEAP, &never, NULL);
	CHECK_TEXT(tarn_tag_name(&never, 1), "-");
	CHECK_EQ(tarn_tag_now(), TARN_UNTAGGED);
}

/* ---- Who is charged ---------------------------------------------------------------------- */

static void a_block_is_charged_with_what_it_takes(void)
{
	void *block[6];

	NEED_TAGS;
	NEED_POOLS;
	NEED_COMMONS;
	if (!tags_scene())
		return;
	tarn_tag_enter(1);
	block[0] = tarn_alloc(&unit_heap, 5);
	HOLDS(1, BLOCK(8), 1);
	block[1] = tarn_alloc_zeroed(&unit_heap, 3, 7);
	HOLDS(1, BLOCK(8) + BLOCK(24), 2);
	tarn_tag_enter(2);
	block[2] = tarn_alloc(&unit_heap, 100);
	HOLDS(2, BLOCK(100), 1);
	block[3] = tarn_alloc_aligned(&unit_heap, 64, 9);
	HOLDS(2, BLOCK(100) + BLOCK(9), 2);
	tarn_tag_leave(2);
	block[4] = tarn_realloc(&unit_heap, NULL, 48);
	HOLDS(1, BLOCK(8) + BLOCK(24) + BLOCK(48), 3);
	tarn_tag_leave(1);
	block[5] = tarn_alloc_for(&unit_heap, 48, NULL);
	HOLDS(0, BLOCK(48), 1);
	CHECK_TAGS();
	for (uint32_t i = 0; i < 6; i++) {
		CHECK_EQ(tarn_tag_of(&unit_heap, block[i]), i == 5 ? 0 : i == 2 || i == 3 ? 2 : 1);
		tarn_free(&unit_heap, block[i]);
		CHECK_TAGS();
	}
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++)
		HOLDS(tag, 0, 0);
}

/* It does not matter who frees it. If a larger class serves, its whole block is charged. */
static void a_larger_class_is_charged(void)
{
	void *block[4];

	NEED_TAGS;
	NEED_POOLS;
	if (!tags_scene())
		return;
	for (uint32_t i = 0; i < 4; i++)
		block[i] = tarn_alloc_tagged(&unit_heap, 24, 3);
	HOLDS(3, 3 * BLOCK(24) + BLOCK(48), 4);
	CHECK_TAGS();
	tarn_tag_enter(1);
	for (uint32_t i = 0; i < 4; i++)
		tarn_free(&unit_heap, block[i]);
	tarn_tag_leave(1);
	HOLDS(3, 0, 0);
	HOLDS(1, 0, 0);
	CHECK_EQ(tag_told(3).peak, 3 * BLOCK(24) + BLOCK(48));
	CHECK_TAGS();
}

static void one_call_for_another_tag(void)
{
	void *block;

	NEED_TAGS;
	if (!tags_scene())
		return;
	for (uint32_t depth = 0; depth < DEPTH; depth++)
		tarn_tag_enter(nth_tag(depth));
	for (uint32_t tag = 0; tag <= 3; tag++) {
		block = tarn_alloc_tagged(&unit_heap, 8, tag);
		CHECK_EQ(tarn_tag_of(&unit_heap, block), tag);
		HOLDS(tag, BLOCK(8), 1);
		CHECK_EQ(tarn_tag_now(), nth_tag(DEPTH - 1));
		tarn_free(&unit_heap, block);
		CHECK(!tarn_alloc_tagged(&unit_heap, 5000, tag));
	}
	for (uint32_t depth = DEPTH; depth-- > 0;)
		tarn_tag_leave(nth_tag(depth));
	CHECK_EQ(tarn_tag_now(), TARN_UNTAGGED);
}

static void peaks_are_the_most_at_once(void)
{
	void *block[3];
	struct tarn_tag_stats stats;

	NEED_TAGS;
	if (!tags_scene())
		return;
	for (uint32_t i = 0; i < 3; i++)
		block[i] = tarn_alloc_tagged(&unit_heap, 8, 2);
	tarn_free(&unit_heap, block[0]);
	tarn_free(&unit_heap, block[1]);
	block[0] = tarn_alloc_tagged(&unit_heap, 8, 2);
	stats = tag_told(2);
	CHECK_EQ(stats.live, 2 * BLOCK(8));
	CHECK_EQ(stats.blocks, 2);
	CHECK_EQ(stats.peak, 3 * BLOCK(8));
	CHECK_EQ(stats.peak_blocks, 3);
	CHECK_EQ(stats.refused, 0);
	CHECK_EQ(stats.limit, TARN_NO_LIMIT);
	CHECK_EQ(tag_told(1).peak | tag_told(1).peak_blocks | tag_told(0).peak, 0);
	tarn_peak_reset(&unit_heap);
	CHECK_EQ(tag_told(2).peak, 2 * BLOCK(8));
	CHECK_EQ(tag_told(2).peak_blocks, 2);
	HOLDS(2, 2 * BLOCK(8), 2);
	tarn_free(&unit_heap, block[0]);
	tarn_free(&unit_heap, block[2]);
	CHECK_EQ(tag_told(2).peak, 2 * BLOCK(8));
	HOLDS(2, 0, 0);
	CHECK_TAGS();
}

static void only_a_live_block_has_a_tag(void)
{
	unsigned char *block;

	NEED_TAGS;
	if (!tags_scene())
		return;
	block = tarn_alloc_tagged(&unit_heap, 24, 3);
	CHECK_EQ(tarn_tag_of(&unit_heap, block), 3);
	CHECK_EQ(tarn_tag_of(&unit_heap, NULL), 0);
	CHECK_EQ(tarn_tag_of(&unit_heap, block + TARN_ALIGN), 0);
	EXPECT_FAULT(TARN_FAULT_INTERIOR, &unit_heap, block + TARN_ALIGN);
	CHECK_EQ(tarn_tag_of(&unit_heap, &block), 0);
	EXPECT_FAULT(TARN_FAULT_FOREIGN, &unit_heap, &block);
	tarn_free(&unit_heap, block);
	CHECK_EQ(tarn_tag_of(&unit_heap, block), 0);
	EXPECT_FAULT(TARN_FAULT_DOUBLE_FREE, &unit_heap, block);
}

/* ---- Another tag ------------------------------------------------------------------------- */

static void a_block_gets_another_tag(void)
{
	static const uint16_t sizes[] = {8, 48, 200};

	NEED_TAGS;
	for (uint32_t i = TARN_POOLS ? 0 : 2; i < (TARN_COMMONS ? 3 : 2); i++) {
		uint32_t bytes = BLOCK(sizes[i]);

		if (!tags_scene())
			return;
		void *block = tarn_alloc_tagged(&unit_heap, sizes[i], 1);

		tarn_tag_enter(2);
		for (uint32_t tag = 3; tag < 4; tag--) {
			CHECK(tarn_tag_move(&unit_heap, block, tag));
			CHECK(tarn_tag_move(&unit_heap, block, tag)); /* its own one */
			CHECK_EQ(tarn_tag_of(&unit_heap, block), tag);
			CHECK_EQ(tarn_tag_now(), 2);
			for (uint32_t other = 0; other <= 3; other++)
				HOLDS(other, other == tag ? bytes : 0, other == tag);
			CHECK_EQ(tag_told(tag).peak, bytes);
			CHECK_EQ(tag_told(tag).peak_blocks, 1);
			CHECK_TAGS();
		}
		tarn_tag_leave(2);
		CHECK(!tarn_tag_move(&unit_heap, NULL, 1));
		tarn_free(&unit_heap, block);
		HOLDS(0, 0, 0);
		CHECK_TAGS();
	}
}

static void a_move_keeps_the_limit(void)
{
	void *block;

	NEED_TAGS;
	if (!tags_scene())
		return;
	block = tarn_alloc_tagged(&unit_heap, 48, 1);
	tarn_tag_limit(&unit_heap, 2, BLOCK(48) - 1);
	CHECK(!tarn_tag_move(&unit_heap, block, 2));
	CHECK_EQ(tag_told(2).refused, 1);
	CHECK_EQ(tarn_tag_of(&unit_heap, block), 1);
	HOLDS(1, BLOCK(48), 1);
	HOLDS(2, 0, 0);
	tarn_tag_limit(&unit_heap, 2, BLOCK(48));
	CHECK(tarn_tag_move(&unit_heap, block, 2));
	CHECK(tarn_tag_move(&unit_heap, block, 2)); /* at its limit, and stays */
	tarn_tag_limit(&unit_heap, 1, 0);
	CHECK(!tarn_tag_move(&unit_heap, block, 1));
	HOLDS(2, BLOCK(48), 1);
	CHECK_EQ(tag_told(1).refused, 1);
	CHECK_TAGS();
}

static void only_a_live_block_gets_a_tag(void)
{
	unsigned char *block;

	NEED_TAGS;
	if (!tags_scene())
		return;
	block = tarn_alloc_tagged(&unit_heap, 24, 3);
	REFUSED_TAG(&unit_heap, CHECK(!tarn_tag_move(&unit_heap, block, TARN_TAGS + 1)));
	CHECK(!tarn_tag_move(&unit_heap, block + TARN_ALIGN, 1));
	EXPECT_FAULT(TARN_FAULT_INTERIOR, &unit_heap, block + TARN_ALIGN);
	block[ROOM(BLOCK(24)) + TARN_RECORD - 4] ^= 1;
	CHECK(!tarn_tag_move(&unit_heap, block, 1));
	EXPECT_FAULT(TARN_FAULT_OVERRUN, &unit_heap, block);
	block[ROOM(BLOCK(24)) + TARN_RECORD - 4] ^= 1;
	HOLDS(3, BLOCK(24), 1);
	tarn_free(&unit_heap, block);
	CHECK(!tarn_tag_move(&unit_heap, block, 1));
	EXPECT_FAULT(TARN_FAULT_DOUBLE_FREE, &unit_heap, block);
	for (uint32_t tag = 0; tag <= 3; tag++)
		HOLDS(tag, 0, 0);
	CHECK_TAGS();
}

/* ---- Resizing ---------------------------------------------------------------------------- */

/* In place, shorter, longer, or moved: the block keeps its tag. */
static void realloc_keeps_the_tag(void)
{
	static const uint16_t sizes[] = {100, 60, 61, 140, 8, 300, 24, 1};
	void *block, *wall;

	NEED_TAGS;
	NEED_COMMONS;
	if (!tags_scene())
		return;
	block = tarn_alloc_tagged(&unit_heap, 90, 2);
	wall = tarn_alloc_tagged(&unit_heap, 90, 3);
	tarn_tag_enter(1);
	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct tarn_block seen = {.pointer = NULL};

		block = tarn_realloc(&unit_heap, block, sizes[i]);
		CHECK_EQ(tarn_tag_now(), 1);
		CHECK_EQ(tarn_tag_of(&unit_heap, block), 2);
		while (tarn_walk(&unit_heap, &seen) && seen.pointer != block)
			;
		HOLDS(2, seen.bytes, 1);
		HOLDS(3, BLOCK(90), 1);
		HOLDS(1, 0, 0);
		CHECK_TAGS();
		unit_drain(&unit_heap);
	}
	tarn_tag_leave(1);
	tarn_free(&unit_heap, wall);
	tarn_free(&unit_heap, block);
	CHECK_TAGS();
}

/* ---- The word at the end ----------------------------------------------------------------- */

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
			if (!tags_scene())
				return;
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

void do_tags_say_whose_a_block_is(void)
{
	CASE(without_tags_each_call_faults);
	CASE(tags_nest);
	CASE(a_wrong_enter_or_leave_changes_nothing);
	CASE(an_unknown_tag_changes_nothing);
	CASE(a_heap_that_nobody_made);
	CASE(a_block_is_charged_with_what_it_takes);
	CASE(a_larger_class_is_charged);
	CASE(one_call_for_another_tag);
	CASE(peaks_are_the_most_at_once);
	CASE(only_a_live_block_has_a_tag);
	CASE(a_block_gets_another_tag);
	CASE(a_move_keeps_the_limit);
	CASE(only_a_live_block_gets_a_tag);
	CASE(realloc_keeps_the_tag);
	CASE(an_overrun_is_found_at_any_level);
}
