/* SPDX-License-Identifier: MIT
 * Levels 2 and 3: fills, overruns, use after free. */
#include "questions.h"
#include "unit.h"

static bool make_small(void)
{
	return unit_make(&unit_heap, unit_arena(), 1536,
			 &(struct tarn_class){BLOCK(40), 4, 0, TARN_TO_COMMONS}, TARN_POOLS);
}

/* Flips bits past the end of the requested size. free and realloc refuse the block, until the bits
 * are right again. */
static void overrun_once(uint32_t size, uint32_t past, unsigned char flip)
{
	unsigned char *block = tarn_alloc(&unit_heap, size);
	uint32_t before;

	NEED(CHECK(block != NULL));
	CHECK(tarn_is_whole(&unit_heap, block));
	block[size + past] ^= flip;
	before = unit_state(&unit_heap);
	CHECK(tarn_is_live(&unit_heap, block) && !tarn_is_whole(&unit_heap, block));
	CHECK_EQ(unit_faults, 0);
	tarn_free(&unit_heap, block);
	EXPECT_FAULT(TARN_FAULT_OVERRUN, &unit_heap, block);
	CHECK(tarn_realloc(&unit_heap, block, size * 2) == NULL);
	EXPECT_FAULT(TARN_FAULT_OVERRUN, &unit_heap, block);
	CHECK_EQ(unit_state(&unit_heap), before);
	block[size + past] ^= flip;
	CHECK(tarn_is_whole(&unit_heap, block));
	tarn_free(&unit_heap, block);
	CHECK(!tarn_is_whole(&unit_heap, block));
	unit_drain(&unit_heap);
	CHECK_EQ(unit_faults, 0);
}

/* Each bit of the byte past the end of a request of any size, and each byte of the slack and of the
 * stored size after it. */
static void every_byte_past_the_end(void)
{
	NEED_LEVEL(2);
	NEED(make_small());
	for (uint32_t size = 0; size <= (TARN_COMMONS ? 80 : 40); size++) {
		uint32_t block = size <= ROOM(BLOCK(40)) && TARN_POOLS ? BLOCK(40) : BLOCK(size);

		for (uint32_t bit = 0; bit < 8; bit++)
			overrun_once(size, 0, (unsigned char)(1u << bit));
		for (uint32_t past = 1; size + past < ROOM(block) + 4; past++)
			overrun_once(size, past, 0x80);
	}
	CHECK_SOUND(&unit_heap);
}

/* ---- Use after free */

/* One byte of free memory was written to. Takes all blocks of this size: one of them has the byte,
 * and raises a fault. It is still filled with 0xdeadbeef. */
static void take_touched(uint32_t size, unsigned char *byte)
{
	unsigned char *block, *found = NULL;

	*byte ^= 0x04;
	while ((block = tarn_alloc(&unit_heap, size)) != NULL)
		if (byte >= block && byte < block + BLOCK(size))
			found = block;
	EXPECT_FAULT(TARN_FAULT_USE_AFTER_FREE, &unit_heap, found);
	if (CHECK(found != NULL))
		CHECK_EQ(found[size - 1], "\xef\xbe\xad\xde"[(size - 1) % 4] & 0xff);
	CHECK_SOUND(&unit_heap);
}

/* `count` neighbours are freed, in turn of each order. Each byte after the links of what they
 * become is touched. */
static void every_byte_of(uint32_t pools, uint32_t size, uint32_t count)
{
	const struct tarn_class class = {BLOCK(40), 4, 0, 0};
	uint32_t all = count * BLOCK(size);

	for (uint32_t at = 8; at < all; at++) {
		unsigned char *block[3];

		NEED(unit_make(&unit_heap, unit_arena(), 2048, &class, pools));
		for (uint32_t i = 0; i < count; i++)
			block[i] = tarn_alloc(&unit_heap, size);
		CHECK(tarn_alloc(&unit_heap, 1) != NULL);
		for (uint32_t i = 0; i < count; i++)
			tarn_free(&unit_heap, block[(i + at) % count]);
		unit_drain(&unit_heap);
		take_touched(ROOM(all), block[0] + at);
	}
}

static void every_byte_after_the_links(void)
{
	NEED_LEVEL(2);
	if (TARN_POOLS)
		every_byte_of(1, 40, 1);
	if (!TARN_COMMONS)
		return;
	for (uint32_t size = 20; size < 700; size = size * 3 + 1)
		every_byte_of(0, size, 1);
	every_byte_of(0, 40, 3);
}

static void new_blocks_are_deadbeef_and_freed_ones_deadbob(void)
{
	NEED_LEVEL(2);
	NEED(make_small());
	for (uint32_t size = 1; size <= (TARN_COMMONS ? 100 : 40); size++) {
		unsigned char *block = tarn_alloc(&unit_heap, size);
		unsigned char *wall = tarn_alloc(&unit_heap, 1);

		for (uint32_t i = 0; i < size; i++)
			CHECK_EQ(block[i], "\xef\xbe\xad\xde"[i % 4] & 0xff);
		unit_fill(block, size, size);
		tarn_free(&unit_heap, block);
		for (uint32_t i = 8; i < size; i++)
			CHECK_EQ(block[i], "\x0b\xdb\xea\x1d"[i % 4] & 0xff);
		tarn_free(&unit_heap, wall);
		unit_drain(&unit_heap);
	}
}

/* A run grows in place over memory that was written to after it was freed. */
static void growing_in_place_looks_at_the_fill(void)
{
	NEED_COMMONS;
	NEED_LEVEL(2);
	for (uint32_t at = 8; at < 180; at += 7) {
		NEED(MAKE_COMMONS(1024));
		unsigned char *left = tarn_alloc(&unit_heap, 60);
		unsigned char *right = tarn_alloc(&unit_heap, 200);

		CHECK(tarn_alloc(&unit_heap, 1) != NULL);
		tarn_free(&unit_heap, right);
		unit_drain(&unit_heap);
		right[at] ^= 0x10;
		CHECK_PTR(tarn_realloc(&unit_heap, left, 250), left);
		EXPECT_FAULT(TARN_FAULT_USE_AFTER_FREE, &unit_heap, left);
		CHECK_SOUND(&unit_heap);
		CHECK_PTR(tarn_realloc(&unit_heap, left, 60), left);
		CHECK_PTR(tarn_realloc(&unit_heap, left, 250), left);
		CHECK_EQ(unit_faults, 0);
	}
}

/* ---- Level 3: a freed block waits */

static void bytes_copy(unsigned char *to, const unsigned char *from, uint32_t bytes)
{
	for (uint32_t i = 0; i < bytes; i++)
		to[i] = from[i];
}

/* Writes a live block's old contents and record over the waiting block: it looks live again. The
 * write raises a fault. If the block was freed a second time, it is given back only once. */
static void an_old_record_is_written_back(void)
{
	enum { BLOCKS = 4 };

	NEED_LEVEL(3);
	for (uint32_t frees = 1; frees <= 2; frees++) {
		void *blocks[BLOCKS];
		unsigned char old[BLOCK(20)];

		NEED(unit_make(&unit_heap, unit_arena(), 1024,
			       &(struct tarn_class){BLOCK(20), BLOCKS, 0, TARN_TO_COMMONS},
			       TARN_POOLS));
		void *block = tarn_alloc(&unit_heap, 20);

		bytes_copy(old, block, sizeof(old));
		tarn_free(&unit_heap, block);
		bytes_copy(block, old, sizeof(old));
		if (frees == 2)
			tarn_free(&unit_heap, block);
		unit_drain(&unit_heap);
		EXPECT_FAULT(TARN_FAULT_USE_AFTER_FREE, &unit_heap, block);
		CHECK_EQ(tarn_is_live(&unit_heap, block), frees == 1);
		if (frees == 1) {
			CHECK_SOUND(&unit_heap);
			tarn_free(&unit_heap, block);
			CHECK_SOUND(&unit_heap);
		}
		for (uint32_t i = 0; i < BLOCKS; i++) {
			blocks[i] = tarn_alloc(&unit_heap, 20);
			unit_fill(blocks[i], 20, i);
		}
		for (uint32_t i = 0; i < BLOCKS; i++)
			CHECK(unit_holds(blocks[i], 20, i));
	}
}

/* Each byte of a waiting block, and of the size in its record. The fault comes when the block
 * leaves the quarantine, or when it is handed out. */
static void every_byte_that_waits(void)
{
	NEED_LEVEL(3);
	for (uint32_t at = 0; at < ROOM(BLOCK(20)) + 4; at++) {
		NEED(unit_make(&unit_heap, unit_arena(), 1024,
			       &(struct tarn_class){BLOCK(20), 2, 0, TARN_TO_COMMONS}, TARN_POOLS));
		unsigned char *block = tarn_alloc(&unit_heap, 20);

		tarn_free(&unit_heap, block);
		block[at] ^= 0x80;
		unit_drain(&unit_heap);
		while (tarn_alloc(&unit_heap, 20))
			;
		EXPECT_FAULT(TARN_FAULT_USE_AFTER_FREE, &unit_heap, block);
		CHECK_SOUND(&unit_heap);
	}
}

void does_hardening_fire(void)
{
	CASE(every_byte_past_the_end);
	CASE(every_byte_after_the_links);
	CASE(new_blocks_are_deadbeef_and_freed_ones_deadbob);
	CASE(growing_in_place_looks_at_the_fill);
	CASE(an_old_record_is_written_back);
	CASE(every_byte_that_waits);
}
