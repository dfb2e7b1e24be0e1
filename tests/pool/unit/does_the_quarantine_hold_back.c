/* SPDX-License-Identifier: MIT
 * Level 3: freed blocks wait, first in, first out. No request is refused because of them. */
#include "questions.h"
#include "unit.h"

static uint32_t quarantined(void)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(&unit_heap, &stats);
	return stats.quarantined;
}

static void a_freed_block_is_not_given_out_at_once(void)
{
	NEED_POOLS;
	NEED_LEVEL(3);
	if (!MAKE(1024, {BLOCK(8), 8, 0, 0}))
		return;
	void *first = tarn_alloc(&unit_heap, 8);

	tarn_free(&unit_heap, first);
	CHECK_EQ(quarantined(), 1);
	for (uint32_t i = 0; i < 7; i++)
		CHECK(tarn_alloc(&unit_heap, 8) != first);
	CHECK_EQ(quarantined(), 1);
	/* The last one: only the waiting block can serve it. */
	CHECK_PTR(tarn_alloc(&unit_heap, 8), first);
	CHECK_EQ(quarantined(), 0);
	CHECK(tarn_alloc(&unit_heap, 8) == NULL);
	CHECK_SOUND(&unit_heap);
}

static void a_held_block_is_no_longer_live(void)
{
	NEED_LEVEL(3);
	if (!unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(8), 4, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	for (uint32_t size = 8; size <= (TARN_COMMONS ? 100 : 8); size += 92) {
		void *block = tarn_alloc(&unit_heap, size);
		struct tarn_block walk = {.pointer = NULL};

		tarn_free(&unit_heap, block);
		CHECK_EQ(quarantined(), 1);
		CHECK(!tarn_is_live(&unit_heap, block));
		CHECK(!tarn_walk(&unit_heap, &walk));
		REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, block);
		CHECK_EQ(tarn_usable_size(&unit_heap, block), 0);
		EXPECT_FAULT(TARN_FAULT_DOUBLE_FREE, &unit_heap, block);
		CHECK(tarn_realloc(&unit_heap, block, 4) == NULL);
		EXPECT_FAULT(TARN_FAULT_DOUBLE_FREE, &unit_heap, block);
		CHECK_EQ(unit_live(&unit_heap, 0), 0);
		unit_drain(&unit_heap);
		CHECK_EQ(quarantined(), 0);
	}
}

/* The quarantine holds at most TARN_QUARANTINE blocks. The oldest leaves first. */
static void the_oldest_leaves_first(void)
{
	enum { BLOCKS = TARN_QUARANTINE + 2 };
	void *blocks[BLOCKS];
	uint32_t bytes;

	NEED_POOLS;
	NEED_LEVEL(3);
	bytes = NEEDS({BLOCK(4), BLOCKS, 0, 0});
	SKIP_UNLESS(bytes <= unit_arena_bytes(), "the arena is too small");
	if (!MAKE(bytes, {BLOCK(4), BLOCKS, 0, 0}))
		return;
	for (uint32_t i = 0; i < BLOCKS; i++)
		blocks[i] = tarn_alloc(&unit_heap, 4);
	for (uint32_t i = 0; i < BLOCKS; i++) {
		tarn_free(&unit_heap, blocks[i]);
		CHECK_EQ(quarantined(), i < TARN_QUARANTINE ? i + 1 : TARN_QUARANTINE);
	}
	/* Two have left. They come back in any order. */
	void *one = tarn_alloc(&unit_heap, 4);
	void *other = tarn_alloc(&unit_heap, 4);

	CHECK(one != other && (one == blocks[0] || one == blocks[1]));
	CHECK(other == blocks[0] || other == blocks[1]);
	CHECK_EQ(quarantined(), TARN_QUARANTINE);
	CHECK(tarn_alloc(&unit_heap, 4) != NULL);
	CHECK_EQ(quarantined(), 0);
	CHECK_SOUND(&unit_heap);
}

/* The freed blocks that wait, in the order of their frees. */
struct waiting {
	void *block;
	uint32_t bytes;
};

/* Sizes of a pool and of the commons. */
static uint32_t mixed_size(uint32_t number)
{
	return number % 3 && TARN_POOLS ? 8 : 20 + number % 7 * 8;
}

static bool waits(const struct waiting *freed, uint32_t frees, const void *block)
{
	for (uint32_t i = frees > TARN_QUARANTINE ? frees - TARN_QUARANTINE : 0; i < frees; i++) {
		if (freed[i].block == block)
			return true;
	}
	return false;
}

/* Frees live[] in steps of `step`, and allocates as often. As many blocks as configured must wait
 * at each moment: those freed last. Their bytes must be reported. */
static void held_after(uint32_t count, uint32_t step)
{
	static struct waiting live[TARN_QUARANTINE * 2 + 1];
	static struct waiting freed[TARN_QUARANTINE * 2 + 1];
	struct tarn_heap_stats stats;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t size = mixed_size(i);

		live[i] = (struct waiting){tarn_alloc(&unit_heap, size), BLOCK(size)};
		CHECK(live[i].block != NULL);
	}
	for (uint32_t i = 0, at = 0; i < count; i++, at = (at + step) % count) {
		uint32_t size = mixed_size(i);
		uint32_t bytes = 0;

		tarn_free(&unit_heap, live[at].block);
		freed[i] = live[at];
		for (uint32_t held = 0; held < TARN_QUARANTINE && held <= i; held++)
			bytes += freed[i - held].bytes;
		tarn_heap_stats(&unit_heap, &stats);
		CHECK_EQ(stats.quarantined, i < TARN_QUARANTINE ? i + 1 : TARN_QUARANTINE);
		CHECK_EQ(stats.quarantined_bytes, bytes);
		live[at] = (struct waiting){tarn_alloc(&unit_heap, size), BLOCK(size)};
		CHECK(live[at].block && !waits(freed, i + 1, live[at].block));
	}
	for (uint32_t i = 0; i < count; i++)
		tarn_free(&unit_heap, live[i].block);
	unit_drain(&unit_heap);
	tarn_heap_stats(&unit_heap, &stats);
	CHECK_EQ(stats.quarantined_bytes, 0);
	CHECK_EQ(stats.free, stats.pools + stats.commons);
}

/* First in first out, last in first out, and mixed. */
static void as_many_wait_as_configured_in_any_order(void)
{
	enum { BLOCKS = TARN_QUARANTINE * 2 + 1 };
	uint32_t bytes = 4096 + BLOCKS * 2 * BLOCK(68);

	NEED_COMMONS;
	NEED_LEVEL(3);
	SKIP_UNLESS(bytes <= unit_arena_bytes(), "the arena is too small");
	if (!unit_make(&unit_heap, unit_arena(), bytes,
		       &(struct tarn_class){BLOCK(8), BLOCKS * 2, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	held_after(BLOCKS, 1);
	held_after(BLOCKS, BLOCKS - 1);
	held_after(BLOCKS, TARN_QUARANTINE);
	CHECK_SOUND(&unit_heap);
}

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

		if (!unit_make(&unit_heap, unit_arena(), 1024,
			       &(struct tarn_class){BLOCK(20), BLOCKS, 0, TARN_TO_COMMONS},
			       TARN_POOLS))
			return;
		void *block = tarn_alloc(&unit_heap, 20);

		bytes_copy(old, block, sizeof(old));
		tarn_free(&unit_heap, block);
		bytes_copy(block, old, sizeof(old));
		if (frees == 2)
			tarn_free(&unit_heap, block);
		unit_drain(&unit_heap);
		EXPECT_FAULT(TARN_FAULT_USE_AFTER_FREE, &unit_heap, block);
		CHECK_EQ(quarantined(), 0);
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

/* Only the record was written to. */
static void a_waiting_record_is_watched(void)
{
	NEED_LEVEL(3);
	if (!unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(20), 4, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	unsigned char *block = tarn_alloc(&unit_heap, 20);

	tarn_free(&unit_heap, block);
	block[BLOCK(20) - TARN_RECORD] ^= 0x80;
	unit_drain(&unit_heap);
	EXPECT_FAULT(TARN_FAULT_USE_AFTER_FREE, &unit_heap, block);
	CHECK_SOUND(&unit_heap);
}

/* A request with a nonsensical length must not empty the quarantine. */
static void what_nothing_can_serve_empties_nothing(void)
{
	NEED_LEVEL(3);
	if (!unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(8), 4, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	tarn_free(&unit_heap, tarn_alloc(&unit_heap, 8));
	CHECK_EQ(quarantined(), 1);
	CHECK(tarn_alloc(&unit_heap, 1024) == NULL);
	CHECK(tarn_alloc(&unit_heap, SIZE_MAX) == NULL);
	CHECK(tarn_alloc_aligned(&unit_heap, 64, 1024) == NULL);
	CHECK(tarn_alloc_zeroed(&unit_heap, 2, 512) == NULL);
	CHECK(tarn_realloc(&unit_heap, tarn_alloc(&unit_heap, 8), 1024) == NULL);
	CHECK_EQ(quarantined(), 1);
}

/* The commons: two waiting neighbours are merged to serve what neither could. */
static void the_commons_are_drained_before_a_refusal(void)
{
	NEED_COMMONS;
	NEED_LEVEL(3);
	if (!MAKE_COMMONS(1024))
		return;
	uint32_t all = unit_commons_free(&unit_heap);
	void *low = tarn_alloc(&unit_heap, ROOM(UP(all / 2)));
	void *high = tarn_alloc(&unit_heap, ROOM(all - UP(all / 2)));

	CHECK_EQ(unit_commons_free(&unit_heap), 0);
	tarn_free(&unit_heap, low);
	tarn_free(&unit_heap, high);
	CHECK_EQ(quarantined(), 2);
	CHECK(tarn_alloc(&unit_heap, ROOM(all)) != NULL);
	CHECK_EQ(quarantined(), 0);
	CHECK_EQ(unit_refused(&unit_heap, 0), 0);
}

static void realloc_is_not_refused_for_its_sake(void)
{
	NEED_COMMONS;
	NEED_LEVEL(3);
	if (!MAKE_COMMONS(1024))
		return;
	uint32_t all = unit_commons_free(&unit_heap);
	void *low = tarn_alloc(&unit_heap, 40);
	void *high = tarn_alloc(&unit_heap, ROOM(all - BLOCK(40)));

	unit_fill(low, 40, 5);
	tarn_free(&unit_heap, high);
	void *moved = tarn_realloc(&unit_heap, low, 200);
	CHECK(moved != NULL);
	CHECK(unit_holds(moved, 40, 5));
	CHECK_EQ(unit_refused(&unit_heap, 0), 0);
}

/* Only its own place and its waiting right neighbour can hold the block. */
static void realloc_grows_into_what_was_held_back(void)
{
	NEED_COMMONS;
	NEED_LEVEL(3);
	if (!MAKE_COMMONS(1024))
		return;
	uint32_t all = unit_commons_free(&unit_heap);
	void *low = tarn_alloc(&unit_heap, 40);
	void *high = tarn_alloc(&unit_heap, ROOM(all - BLOCK(40)));

	unit_fill(low, 40, 5);
	tarn_free(&unit_heap, high);
	CHECK_PTR(tarn_realloc(&unit_heap, low, ROOM(all)), low);
	CHECK(unit_holds(low, 40, 5));
	CHECK_EQ(unit_refused(&unit_heap, 0), 0);
	CHECK_SOUND(&unit_heap);
}

static void an_aligned_request_is_not_refused_for_its_sake(void)
{
	NEED_COMMONS;
	NEED_LEVEL(3);
	if (!MAKE_COMMONS(1024))
		return;
	uint32_t all = unit_commons_free(&unit_heap);
	void *block = tarn_alloc(&unit_heap, ROOM(all));

	tarn_free(&unit_heap, block);
	CHECK(tarn_alloc_aligned(&unit_heap, 64, 64) != NULL);
	CHECK_EQ(unit_refused(&unit_heap, 0), 0);
}

/* Queries report what a request would get. Waiting blocks count as available. */
static void queries_see_through_it(void)
{
	NEED_COMMONS;
	NEED_LEVEL(3);
	if (!MAKE_COMMONS(1024))
		return;
	uint32_t all = unit_commons_free(&unit_heap);
	void *block = tarn_alloc(&unit_heap, ROOM(all));

	CHECK_EQ(tarn_largest(&unit_heap), 0);
	tarn_free(&unit_heap, block);
	CHECK_EQ(tarn_cost(&unit_heap, 100), BLOCK(100));
	CHECK_EQ(tarn_largest(&unit_heap), ROOM(all));
}

/* A write to a waiting block is found when the block is handed out again. */
static void a_write_to_a_held_block_is_found(void)
{
	NEED_POOLS;
	NEED_LEVEL(3);
	if (!MAKE(1024, {BLOCK(24), 2, 0, 0}))
		return;
	for (uint32_t at = 0; at < 24; at++) {
		unsigned char *a = tarn_alloc(&unit_heap, 24);
		unsigned char *b = tarn_alloc(&unit_heap, 24);

		tarn_free(&unit_heap, a);
		a[at] = 0;
		CHECK_PTR(tarn_alloc(&unit_heap, 24), a);
		EXPECT_FAULT(TARN_FAULT_USE_AFTER_FREE, &unit_heap, a);
		tarn_free(&unit_heap, a);
		tarn_free(&unit_heap, b);
		unit_drain(&unit_heap);
	}
}

void does_the_quarantine_hold_back(void)
{
	CASE(a_freed_block_is_not_given_out_at_once);
	CASE(a_held_block_is_no_longer_live);
	CASE(the_oldest_leaves_first);
	CASE(as_many_wait_as_configured_in_any_order);
	CASE(an_old_record_is_written_back);
	CASE(a_waiting_record_is_watched);
	CASE(what_nothing_can_serve_empties_nothing);
	CASE(the_commons_are_drained_before_a_refusal);
	CASE(realloc_is_not_refused_for_its_sake);
	CASE(realloc_grows_into_what_was_held_back);
	CASE(an_aligned_request_is_not_refused_for_its_sake);
	CASE(queries_see_through_it);
	CASE(a_write_to_a_held_block_is_found);
}
