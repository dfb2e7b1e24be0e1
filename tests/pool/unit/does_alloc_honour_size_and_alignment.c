/* SPDX-License-Identifier: MIT */
#include "questions.h"
#include "unit.h"

static bool aligned_to(const void *block, uintptr_t align)
{
	return ((uintptr_t)block & (align - 1)) == 0;
}

/* Checks everything that tarn_alloc promises of a block of `size` bytes. */
static void check_block(void *block, size_t size)
{
	if (!CHECK(block != NULL))
		return;
	CHECK(aligned_to(block, TARN_ALIGN));
	CHECK(tarn_owns(&unit_heap, block));
	CHECK(tarn_owns(&unit_heap, (char *)block + (size ? size - 1 : 0)));
	CHECK(tarn_is_live(&unit_heap, block));
	if (TARN_HARDEN >= 2)
		CHECK_EQ(tarn_usable_size(&unit_heap, block), size);
	else
		CHECK(tarn_usable_size(&unit_heap, block) >= size);
}

static void pools_serve_every_size(void)
{
	NEED_POOLS;
	if (!MAKE(1536, {BLOCK(8), 3, 0, 0}, {BLOCK(24), 3, 0, 0}, {BLOCK(64), 3, 0, 0}))
		return;
	for (size_t size = 0; size <= ROOM(BLOCK(64)); size++) {
		uint32_t class_index = size <= ROOM(BLOCK(8)) ? 0 : size <= ROOM(BLOCK(24)) ? 1 : 2;
		void *block = tarn_alloc(&unit_heap, size);

		check_block(block, size);
		CHECK_EQ(unit_live(&unit_heap, class_index), 1);
		unit_fill(block, size, 1);
		CHECK(CHECK_SOUND(&unit_heap));
		tarn_free(&unit_heap, block);
		CHECK_EQ(unit_live(&unit_heap, class_index), 0);
	}
}

static void commons_serve_every_size(void)
{
	NEED_COMMONS;
	if (!MAKE_COMMONS(2048))
		return;
	uint32_t before = unit_commons_free(&unit_heap);

	for (size_t size = 0; size <= 400; size++) {
		void *low = tarn_alloc(&unit_heap, size);
		void *high = tarn_alloc(&unit_heap, size);

		check_block(low, size);
		check_block(high, size);
		unit_fill(low, size, 1);
		unit_fill(high, size, 2);
		CHECK(unit_holds(low, size, 1) && unit_holds(high, size, 2));
		tarn_free(&unit_heap, low);
		tarn_free(&unit_heap, high);
		unit_drain(&unit_heap);
		CHECK_EQ(unit_commons_free(&unit_heap), before);
		CHECK_SOUND(&unit_heap);
	}
}

/* A heap that is full to the last granule: its blocks neither overlap nor leave the arena. */
static void blocks_do_not_overlap(void)
{
	enum { MOST = 64 };
	void *blocks[MOST];
	uint32_t count = 0;

	NEED_COMMONS;
	if (!MAKE_COMMONS(1024))
		return;
	while (count < MOST && (blocks[count] = tarn_alloc(&unit_heap, 13 + count % 7))) {
		unit_fill(blocks[count], 13 + count % 7, count);
		count++;
	}
	CHECK(count > 10);
	for (uint32_t i = 0; i < count; i++)
		CHECK(unit_holds(blocks[i], 13 + i % 7, i));
	CHECK_SOUND(&unit_heap);
}

static void what_no_arena_holds_is_refused(void)
{
	static const size_t sizes[] = {
		SIZE_MAX,          SIZE_MAX - 1,       SIZE_MAX - 7,   SIZE_MAX - 15,
		SIZE_MAX / 2,      SIZE_MAX / 2 + 1,   UINT32_MAX,     UINT32_MAX - 7,
		UINT32_C(1) << 31, TARN_ARENA_MAX - 1, TARN_ARENA_MAX, TARN_ARENA_MAX + 1,
		UINT32_MAX - 12,   UINT32_MAX / 2,
	};
	uint32_t count = sizeof(sizes) / sizeof(sizes[0]);

	if (!unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(8), 2, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	for (uint32_t i = 0; i < count; i++) {
		CHECK(tarn_alloc(&unit_heap, sizes[i]) == NULL);
		CHECK(tarn_alloc_zeroed(&unit_heap, 1, sizes[i]) == NULL);
		CHECK_EQ(tarn_cost(&unit_heap, sizes[i]), 0);
	}
	CHECK_EQ(unit_refused(&unit_heap, TARN_POOLS), 2 * count);
	CHECK_SOUND(&unit_heap);
}

/* A search that fails must not affect the next request, whose record may lie in the same place. */
static void a_refusal_says_nothing_of_the_next(void)
{
	void *block[8];

	NEED_COMMONS;
	if (!MAKE_COMMONS(1700))
		return;
	/* Free runs of one bin, too short for the first request. */
	for (uint32_t i = 0; i < 8; i++)
		block[i] = tarn_alloc(&unit_heap, ROOM(i < 5 ? 272 : 16));
	while (tarn_alloc(&unit_heap, ROOM(16)))
		;
	for (uint32_t i = 0; i < 5; i += 2)
		tarn_free(&unit_heap, block[i]);
	unit_drain(&unit_heap);
	for (uint32_t i = 0; i < 3; i++) {
		CHECK_PTR(tarn_alloc(&unit_heap, ROOM(304)), NULL);
		CHECK(tarn_alloc(&unit_heap, ROOM(264)) != NULL);
	}
	CHECK_PTR(tarn_alloc(&unit_heap, ROOM(264)), NULL);
}

static void zeroed_is_zero(void)
{
	if (!unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(24), 4, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	for (uint32_t size = 0; size <= 24; size++) {
		unsigned char *block = tarn_alloc(&unit_heap, 24);

		unit_fill(block, 24, size);
		tarn_free(&unit_heap, block);
		unit_drain(&unit_heap);
		block = tarn_alloc_zeroed(&unit_heap, size, 1);
		check_block(block, size);
		for (uint32_t i = 0; i < size; i++)
			CHECK_EQ(block[i], 0);
		tarn_free(&unit_heap, block);
	}
}

static void zeroed_refuses_a_product_that_overflows(void)
{
	size_t half = SIZE_MAX / 2 + 1;
	size_t root = (size_t)1 << (sizeof(size_t) * 4);

	if (!unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(24), 4, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	CHECK(tarn_alloc_zeroed(&unit_heap, half, 2) == NULL);
	CHECK(tarn_alloc_zeroed(&unit_heap, 2, half) == NULL);
	CHECK(tarn_alloc_zeroed(&unit_heap, root, root) == NULL);
	CHECK(tarn_alloc_zeroed(&unit_heap, root + 1, root) == NULL);
	CHECK(tarn_alloc_zeroed(&unit_heap, SIZE_MAX, SIZE_MAX) == NULL);
	CHECK(tarn_alloc_zeroed(&unit_heap, SIZE_MAX / 3 + 1, 3) == NULL);
	CHECK(tarn_alloc_zeroed(&unit_heap, SIZE_MAX / 16 + 2, 16) == NULL);
	check_block(tarn_alloc_zeroed(&unit_heap, SIZE_MAX, 0), 0);
	check_block(tarn_alloc_zeroed(&unit_heap, 0, SIZE_MAX), 0);
	CHECK_SOUND(&unit_heap);
}

/* A class with TARN_ALIGNED serves aligned requests, wherever the arena lies: first its own blocks,
 * then what its rule says. Other classes do not. */
static void a_class_may_be_aligned(void)
{
	NEED_POOLS;
	NEED_COMMONS;
	for (uint32_t at = 0; at < 128; at += TARN_ALIGN) {
		struct tarn_class_stats stats;
		void *block[12];

		if (!unit_make(&unit_heap, unit_arena() + at, 4096,
			       (const struct tarn_class[]){
				       {3 * TARN_ALIGN, 3, 0, TARN_REFUSE},
				       {64, 3, 0, TARN_TO_COMMONS | TARN_ALIGNED(32)},
				       {128, 3, 0, TARN_TO_LARGER | TARN_ALIGNED(32)},
				       {192, 2, 0, TARN_TO_COMMONS},
				       {256, 3, 0, TARN_REFUSE | TARN_ALIGNED(64)},
			       },
			       5))
			return;
		for (uint32_t i = 0; i < 12; i++) {
			size_t align = i < 4 || i % 2 ? 32 : 2 * TARN_ALIGN;

			block[i] = tarn_alloc_aligned(&unit_heap, align, i < 4 ? 64 - 12 - 4 : 112);
			CHECK_EQ(block[i] != NULL, i < 9); /* 3 + 1, 3 + 2: the last is spared */
			CHECK(aligned_to(block[i], 32));
		}
		tarn_class_stats(&unit_heap, 1, &stats);
		CHECK_EQ(stats.live, 3);
		tarn_class_stats(&unit_heap, 2, &stats);
		CHECK_EQ(stats.live, 3);
		CHECK_EQ(stats.refused, 3);
		tarn_class_stats(&unit_heap, 3, &stats);
		CHECK_EQ(stats.live, 0);
		block[9] = tarn_alloc_aligned(&unit_heap, 64, 200);
		CHECK(block[9] && aligned_to(block[9], 64));
		CHECK(!tarn_alloc_aligned(&unit_heap, 32, 200)); /* it refuses */
		tarn_free(&unit_heap, block[9]);
		unit_drain(&unit_heap);
		block[9] = tarn_alloc_aligned(&unit_heap, 512, 200); /* no class is so aligned */
		CHECK(block[9] && aligned_to(block[9], 512));
		for (uint32_t i = 0; i < 10; i++)
			tarn_free(&unit_heap, block[i]);
		unit_drain(&unit_heap);
		CHECK_SOUND(&unit_heap);
	}
}

static void aligned_is_aligned(void)
{
	NEED_COMMONS;
	if (!MAKE_COMMONS(2048))
		return;
	uint32_t before = unit_commons_free(&unit_heap);

	for (size_t align = 1; align <= 512; align *= 2) {
		for (size_t size = 0; size <= 72; size += 9) {
			void *odd = tarn_alloc(&unit_heap, 8);
			void *block = tarn_alloc_aligned(&unit_heap, align, size);

			check_block(block, size);
			CHECK(aligned_to(block, align));
			CHECK_SOUND(&unit_heap);
			tarn_free(&unit_heap, block);
			tarn_free(&unit_heap, odd);
			unit_drain(&unit_heap);
			CHECK_EQ(unit_commons_free(&unit_heap), before);
		}
	}
}

/* The granules that an alignment skips stay in the commons. All of them can be allocated. */
static void alignment_wastes_nothing(void)
{
	NEED_COMMONS;
	if (!MAKE_COMMONS(2048))
		return;
	for (uint32_t shift = 0; shift < 8; shift++) {
		uint32_t before = unit_commons_free(&unit_heap);
		void *odd = tarn_alloc(&unit_heap, 8 + shift * TARN_ALIGN);
		void *block = tarn_alloc_aligned(&unit_heap, 256, 40);

		check_block(block, 40);
		CHECK(aligned_to(block, 256));
		CHECK_EQ(unit_commons_free(&unit_heap),
			 before - BLOCK(40) - BLOCK(8 + shift * TARN_ALIGN));
		CHECK_SOUND(&unit_heap);
		tarn_free(&unit_heap, odd);
		tarn_free(&unit_heap, block);
		unit_drain(&unit_heap);
	}
}

static void an_alignment_that_is_no_power_of_two_is_refused(void)
{
	static const size_t wrong[] = {0, 3, 5, 6, 7, 12, 24, 48, 100, SIZE_MAX, SIZE_MAX - 1};

	if (!unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){64, 4, 0, TARN_ALIGNED(64)}, TARN_POOLS))
		return;
	uint32_t before = unit_state(&unit_heap);

	for (uint32_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		CHECK(tarn_alloc_aligned(&unit_heap, wrong[i], 8) == NULL);
	CHECK_EQ(unit_state(&unit_heap), before);
	CHECK(tarn_alloc_aligned(&unit_heap, SIZE_MAX / 2 + 1, 8) == NULL);
	CHECK(tarn_alloc_aligned(&unit_heap, UINT32_C(1) << 31, 8) == NULL);
	CHECK(tarn_alloc_aligned(&unit_heap, 32, SIZE_MAX) == NULL);
	CHECK(tarn_alloc_aligned(&unit_heap, 32, SIZE_MAX - 31) == NULL);
	CHECK_SOUND(&unit_heap);
}

/* Without commons, a class serves if all its blocks have the alignment. Here the second one does,
 * in an arena that is moved until its pool lies right. */
static void pools_serve_alignment_without_commons(void)
{
	const struct tarn_class class[] = {{48, 4, 0, 0}, {64, 4, 0, 0}};
	uint32_t right = 0;

	NEED_POOLS;
	uint32_t bytes = unit_needs(class, 2);

	SKIP_UNLESS(TARN_COMMONS == 0, "only a build without commons has heaps without them");
	for (uint32_t shift = 0; shift < 64; shift += TARN_ALIGN) {
		if (!unit_make(&unit_heap, unit_arena() + shift, bytes, class, 2))
			return;
		void *plain = tarn_alloc(&unit_heap, ROOM(64));
		void *block = tarn_alloc_aligned(&unit_heap, 64, 8);

		CHECK_EQ(block != NULL, aligned_to(plain, 64));
		CHECK(aligned_to(block, 64));
		right += block != NULL;
	}
	CHECK_EQ(right, 1);
}

static void new_blocks_are_deadbeef(void)
{
	static const unsigned char dead[] = {0xef, 0xbe, 0xad, 0xde};

	NEED_LEVEL(2);
	if (!unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	for (uint32_t size = 1; size <= 60; size++) {
		unsigned char *block = tarn_alloc(&unit_heap, size);

		if (!block)
			break;
		for (uint32_t i = 0; i < size; i++)
			CHECK_EQ(block[i], dead[i % 4]);
		unit_fill(block, size, size);
		tarn_free(&unit_heap, block);
	}
}

/* Two free runs of 5 granules between live ones, and a long one after them all. `run` has both. */
static bool make_runs(unsigned char **run)
{
	if (!MAKE_COMMONS(1024))
		return false;
	for (uint32_t i = 0; i < 4; i++) {
		unsigned char *block = tarn_alloc(&unit_heap, ROOM(5 * TARN_ALIGN));

		if (i % 2 == 0)
			run[i / 2] = block;
	}
	tarn_free(&unit_heap, run[0]);
	tarn_free(&unit_heap, run[1]);
	unit_drain(&unit_heap);
	return true;
}

/* Of two runs that fit equally well, the one that was freed last. */
static void a_request_gets_the_run_that_was_freed_last(void)
{
	unsigned char *run[2];

	NEED_COMMONS;
	if (!make_runs(run))
		return;
	CHECK_PTR(tarn_alloc(&unit_heap, ROOM(4 * TARN_ALIGN)), run[1]);
	CHECK_PTR(tarn_alloc(&unit_heap, ROOM(4 * TARN_ALIGN)), run[0]);
}

/* The long run was cut last, and is not cut again while a shorter one will do. */
static void a_request_gets_the_run_that_fits_best(void)
{
	unsigned char *run[2];

	NEED_COMMONS;
	if (!make_runs(run))
		return;
	CHECK(tarn_alloc(&unit_heap, ROOM(6 * TARN_ALIGN)) > (void *)run[1]);
	CHECK_PTR(tarn_alloc(&unit_heap, ROOM(4 * TARN_ALIGN)), run[1]);
}

void does_alloc_honour_size_and_alignment(void)
{
	CASE(pools_serve_every_size);
	CASE(commons_serve_every_size);
	CASE(blocks_do_not_overlap);
	CASE(what_no_arena_holds_is_refused);
	CASE(a_refusal_says_nothing_of_the_next);
	CASE(zeroed_is_zero);
	CASE(zeroed_refuses_a_product_that_overflows);
	CASE(a_class_may_be_aligned);
	CASE(aligned_is_aligned);
	CASE(alignment_wastes_nothing);
	CASE(an_alignment_that_is_no_power_of_two_is_refused);
	CASE(pools_serve_alignment_without_commons);
	CASE(new_blocks_are_deadbeef);
	CASE(a_request_gets_the_run_that_was_freed_last);
	CASE(a_request_gets_the_run_that_fits_best);
}
