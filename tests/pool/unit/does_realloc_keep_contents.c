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

/* Reallocs to `to` bytes. The first `kept` bytes must still hold the pattern. */
static void *resize(void *block, size_t kept, size_t to)
{
	void *moved = tarn_realloc(&unit_heap, block, to);

	if (!CHECK(moved != NULL))
		return block;
	CHECK(unit_holds(moved, kept < to ? kept : to, 7));
	CHECK(tarn_is_live(&unit_heap, moved));
	CHECK_EQ(tarn_is_live(&unit_heap, block), moved == block);
	if (TARN_HARDEN >= 2)
		CHECK_EQ(tarn_usable_size(&unit_heap, moved), to);
	else
		CHECK(tarn_usable_size(&unit_heap, moved) >= to);
	unit_fill(moved, to, 7);
	CHECK_SOUND(&unit_heap);
	return moved;
}

static void contents_survive_any_change(void)
{
	static const uint16_t sizes[] = {1,   8,  9, 40, 41,  100, 300, 299,
					 120, 30, 8, 7,  500, 3,   0,   60};

	NEED_COMMONS;
	if (!make_mixed())
		return;
	size_t size = 5;
	void *block = tarn_alloc(&unit_heap, size);

	unit_fill(block, size, 7);
	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		block = resize(block, size, sizes[i]);
		size = sizes[i];
	}
	tarn_free(&unit_heap, block);
}

static void between_all_pairs_of_sizes(void)
{
	if (!make_mixed())
		return;
	for (size_t from = 0; from <= 40; from += 5) {
		for (size_t to = 0; to <= 40; to++) {
			void *block = tarn_alloc(&unit_heap, from);

			if (!CHECK(block != NULL))
				return;
			unit_fill(block, from, 7);
			tarn_free(&unit_heap, resize(block, from, to));
		}
	}
}

static void a_block_that_can_hold_it_stays(void)
{
	NEED_POOLS;
	if (!MAKE(1024, {BLOCK(8), 3, 0, 0}, {BLOCK(40), 3, 0, 0}))
		return;
	for (size_t size = 0; size <= ROOM(BLOCK(40)); size++) {
		void *block = tarn_alloc(&unit_heap, ROOM(BLOCK(40)));

		unit_fill(block, ROOM(BLOCK(40)), 7);
		CHECK_PTR(resize(block, ROOM(BLOCK(40)), size), block);
		tarn_free(&unit_heap, block);
	}
}

/* A run that shrinks stays in place and frees its tail. */
static void a_run_shrinks_in_place(void)
{
	NEED_COMMONS;
	if (!MAKE_COMMONS(2048))
		return;
	uint32_t all = unit_commons_free(&unit_heap);

	for (size_t size = 900; size > 0; size -= size > 37 ? 37 : size) {
		void *block = tarn_alloc(&unit_heap, 900);
		void *wall = tarn_alloc(&unit_heap, 8);

		unit_fill(block, 900, 7);
		CHECK_PTR(resize(block, 900, size), block);
		CHECK_EQ(unit_commons_free(&unit_heap), all - BLOCK(size) - BLOCK(8));
		tarn_free(&unit_heap, block);
		tarn_free(&unit_heap, wall);
		unit_drain(&unit_heap);
		CHECK_EQ(unit_commons_free(&unit_heap), all);
	}
}

/* A run grows into a free right neighbour: into all of it, into a part, and into unused arena. */
static void a_run_grows_in_place(void)
{
	NEED_COMMONS;
	if (!MAKE_COMMONS(2048))
		return;
	uint32_t all = unit_commons_free(&unit_heap);

	for (uint32_t size = 60; size <= ROOM(BLOCK(50) + BLOCK(600)); size += 20) {
		void *block = tarn_alloc(&unit_heap, 50);
		void *gap = tarn_alloc(&unit_heap, 600);
		void *wall = tarn_alloc(&unit_heap, 8);

		unit_fill(block, 50, 7);
		tarn_free(&unit_heap, gap);
		unit_drain(&unit_heap);
		CHECK_PTR(resize(block, 50, size), block);
		CHECK_EQ(unit_commons_free(&unit_heap), all - BLOCK(size) - BLOCK(8));
		tarn_free(&unit_heap, wall);
		tarn_free(&unit_heap, block);
		unit_drain(&unit_heap);
		CHECK_EQ(unit_commons_free(&unit_heap), all);
	}
}

static void a_run_grows_to_the_end_of_the_arena(void)
{
	NEED_COMMONS;
	if (!MAKE_COMMONS(1024))
		return;
	void *block = tarn_alloc(&unit_heap, 50);
	uint32_t room = ROOM(unit_commons_free(&unit_heap) + BLOCK(50));

	unit_fill(block, 50, 7);
	CHECK(tarn_realloc(&unit_heap, block, room + 1) == NULL);
	CHECK_PTR(resize(block, 50, room), block);
	CHECK_EQ(unit_commons_free(&unit_heap), 0);
	CHECK_PTR(resize(block, room, 1), block);
	CHECK_EQ(unit_commons_free(&unit_heap), room + TARN_RECORD - BLOCK(1));
}

static void a_run_moves_when_its_neighbour_lives(void)
{
	NEED_COMMONS;
	if (!MAKE_COMMONS(1024))
		return;
	void *block = tarn_alloc(&unit_heap, 50);
	void *wall = tarn_alloc(&unit_heap, 8);

	unit_fill(block, 50, 7);
	unit_fill(wall, 8, 9);
	void *moved = resize(block, 50, 200);
	CHECK(moved != block);
	CHECK(unit_holds(wall, 8, 9));
	unit_drain(&unit_heap);
	tarn_free(&unit_heap, block);
	EXPECT_FAULT(TARN_FAULT_DOUBLE_FREE, &unit_heap, block);
}

/* There is free memory on both sides of a block, and elsewhere. Each size succeeds to which the
 * block can grow in place, or which another run holds. Both sides together are not tried. */
static void null_iff_neither_growth_nor_a_run_serves(void)
{
	enum { LEFT = BLOCK(200), HERE = BLOCK(40), RIGHT = BLOCK(100), ELSEWHERE = BLOCK(150) };

	NEED_COMMONS;
	for (uint32_t size = 1; size <= ROOM(LEFT + HERE + RIGHT); size++) {
		bool grows = BLOCK(size) <= HERE + RIGHT;
		bool moves = BLOCK(size) <= LEFT;

		if (!MAKE_COMMONS(1024))
			return;
		void *left = tarn_alloc(&unit_heap, ROOM(LEFT));
		void *block = tarn_alloc(&unit_heap, ROOM(HERE));
		void *right = tarn_alloc(&unit_heap, ROOM(RIGHT));
		void *wall = tarn_alloc(&unit_heap, 8);
		void *elsewhere = tarn_alloc(&unit_heap, ROOM(ELSEWHERE));

		while (tarn_alloc(&unit_heap, 0))
			;
		unit_fill(block, ROOM(HERE), 7);
		tarn_free(&unit_heap, left);
		tarn_free(&unit_heap, right);
		tarn_free(&unit_heap, elsewhere);
		unit_drain(&unit_heap);
		void *now = tarn_realloc(&unit_heap, block, size);
		CHECK_EQ(now != NULL, grows || moves);
		CHECK_EQ(now == block, grows);
		CHECK(unit_holds(now ? now : block, size < ROOM(HERE) ? size : ROOM(HERE), 7));
		CHECK(tarn_is_live(&unit_heap, wall));
		CHECK_SOUND(&unit_heap);
	}
}

/* A realloc that fails leaves the old block as it was. */
static void failure_loses_nothing(void)
{
	static const size_t sizes[] = {1500, 5000, SIZE_MAX / 2, SIZE_MAX - 8, SIZE_MAX};

	if (!make_mixed())
		return;
	for (uint32_t from = 5; from <= 40; from += 35) {
		void *block = tarn_alloc(&unit_heap, from);
		uint32_t live =
			unit_live(&unit_heap, 0) + unit_live(&unit_heap, TARN_POOLS ? 1 : 0);

		unit_fill(block, from, 7);
		for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
			CHECK(tarn_realloc(&unit_heap, block, sizes[i]) == NULL);
			CHECK(tarn_is_live(&unit_heap, block));
			CHECK(unit_holds(block, from, 7));
			CHECK_EQ(unit_live(&unit_heap, 0) +
					 unit_live(&unit_heap, TARN_POOLS ? 1 : 0),
				 live);
			CHECK_SOUND(&unit_heap);
		}
		tarn_free(&unit_heap, block);
	}
	CHECK(unit_refused(&unit_heap, TARN_POOLS ? 2 : 0) >= 2 * 5);
}

static void null_is_an_allocation(void)
{
	if (!make_mixed())
		return;
	void *block = tarn_realloc(&unit_heap, NULL, 8);

	CHECK(block != NULL);
	CHECK(tarn_is_live(&unit_heap, block));
	CHECK(tarn_realloc(&unit_heap, NULL, SIZE_MAX) == NULL);
	tarn_free(&unit_heap, block);
}

static void size_0_is_not_a_free(void)
{
	if (!make_mixed())
		return;
	void *block = tarn_alloc(&unit_heap, 8);

	block = tarn_realloc(&unit_heap, block, 0);
	CHECK(block != NULL);
	CHECK(tarn_is_live(&unit_heap, block));
	tarn_free(&unit_heap, block);
	CHECK(tarn_realloc(&unit_heap, NULL, 0) != NULL);
}

/* realloc refuses a pointer that is not live, as tarn_free does, and allocates nothing. */
static void a_bad_pointer_is_refused(void)
{
	if (!make_mixed())
		return;
	unsigned char *block = tarn_alloc(&unit_heap, 40);
	unsigned char *freed = tarn_alloc(&unit_heap, 40);
	uint32_t before;

	tarn_free(&unit_heap, freed);
	before = unit_state(&unit_heap);
	CHECK(tarn_realloc(&unit_heap, freed, 8) == NULL);
	EXPECT_FAULT(TARN_FAULT_DOUBLE_FREE, &unit_heap, freed);
	CHECK(tarn_realloc(&unit_heap, block + TARN_ALIGN, 8) == NULL);
	EXPECT_FAULT(TARN_FAULT_INTERIOR, &unit_heap, block + TARN_ALIGN);
	CHECK(tarn_realloc(&unit_heap, block + 1, 8) == NULL);
	EXPECT_FAULT(TARN_FAULT_MISALIGNED, &unit_heap, block + 1);
	CHECK(tarn_realloc(&unit_heap, &before, 100) == NULL);
	EXPECT_FAULT(TARN_FAULT_FOREIGN, &unit_heap, &before);
	CHECK(tarn_realloc(&unit_heap, unit_arena(), 0) == NULL);
	EXPECT_FAULT(TARN_FAULT_WILD, &unit_heap, unit_arena());
	CHECK_EQ(unit_state(&unit_heap), before);
	CHECK_SOUND(&unit_heap);
}

/* Level 2 knows the requested size. A byte that realloc added is no overrun; a byte past it is. */
static void the_slack_follows_the_size(void)
{
	NEED_LEVEL(2);
	if (!make_mixed())
		return;
	unsigned char *block = tarn_alloc(&unit_heap, 20);

	for (uint32_t size = 1; size <= ROOM(BLOCK(40)) - 1; size++) {
		block = tarn_realloc(&unit_heap, block, size);
		if (!CHECK(block != NULL))
			return;
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
	if (!MAKE_COMMONS(1024))
		return;
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
	CASE(contents_survive_any_change);
	CASE(between_all_pairs_of_sizes);
	CASE(a_block_that_can_hold_it_stays);
	CASE(a_run_shrinks_in_place);
	CASE(a_run_grows_in_place);
	CASE(a_run_grows_to_the_end_of_the_arena);
	CASE(a_run_moves_when_its_neighbour_lives);
	CASE(null_iff_neither_growth_nor_a_run_serves);
	CASE(failure_loses_nothing);
	CASE(null_is_an_allocation);
	CASE(size_0_is_not_a_free);
	CASE(a_bad_pointer_is_refused);
	CASE(the_slack_follows_the_size);
	CASE(a_resized_run_keeps_its_owner);
}
