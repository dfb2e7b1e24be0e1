/* SPDX-License-Identifier: MIT
 * tarn_free refuses everything but the start of a live block, names it, and changes nothing. */
#include "questions.h"
#include "unit.h"

static void null_is_nothing(void)
{
	if (!unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	uint32_t before = unit_state(&unit_heap);

	tarn_free(&unit_heap, NULL);
	CHECK_EQ(unit_state(&unit_heap), before);
}

static void double_free_in_a_pool(void)
{
	void *blocks[4];

	NEED_POOLS;
	if (!MAKE(1024, {BLOCK(24), 4, 0, 0}))
		return;
	for (uint32_t i = 0; i < 4; i++)
		blocks[i] = tarn_alloc(&unit_heap, 24);
	for (uint32_t i = 0; i < 4; i++) {
		tarn_free(&unit_heap, blocks[i]);
		for (uint32_t again = 0; again <= i; again++)
			REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, blocks[again]);
	}
	unit_drain(&unit_heap);
	for (uint32_t i = 0; i < 4; i++)
		REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, blocks[i]);
}

static void double_free_at_once_in_the_commons(void)
{
	NEED_COMMONS;
	if (!MAKE_COMMONS(2048))
		return;
	for (uint32_t size = 1; size < 1000; size = size * 2 + 5) {
		void *block = tarn_alloc(&unit_heap, size);
		void *wall = tarn_alloc(&unit_heap, 8);

		tarn_free(&unit_heap, block);
		REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, block);
		unit_drain(&unit_heap);
		REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, block);
		tarn_free(&unit_heap, wall);
		REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, wall);
		unit_drain(&unit_heap);
		REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, block);
		REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, wall);
	}
}

/* Frees three neighbours in every order. Each stays refused after it became part of a merged run.
 * The sizes put their bounds at all distances from plane words. */
static void free_in_order(uint32_t size, const uint8_t *order)
{
	void *blocks[3];
	void *wall;

	for (uint32_t i = 0; i < 3; i++)
		blocks[i] = tarn_alloc(&unit_heap, size);
	wall = tarn_alloc(&unit_heap, 1);
	if (!CHECK(wall != NULL))
		return;
	for (uint32_t i = 0; i < 3; i++) {
		tarn_free(&unit_heap, blocks[order[i]]);
		unit_drain(&unit_heap);
		for (uint32_t again = 0; again <= i; again++)
			REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, blocks[order[again]]);
	}
	tarn_free(&unit_heap, wall);
	unit_drain(&unit_heap);
}

static void double_free_after_a_merge(void)
{
	static const uint8_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
					     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

	NEED_COMMONS;
	if (!MAKE_COMMONS(2048))
		return;
	for (uint32_t size = 8; size <= 330; size += size < 40 ? 8 : 58) {
		for (uint32_t i = 0; i < 6; i++)
			free_in_order(size, orders[i]);
	}
}

/* The merged place is handed out again as one block. The old starts inside it are interior. */
static void double_free_after_reuse_of_the_neighbour(void)
{
	NEED_COMMONS;
	if (!MAKE_COMMONS(2048))
		return;
	for (uint32_t size = 8; size <= 330; size += size < 40 ? 8 : 58) {
		void *low = tarn_alloc(&unit_heap, size);
		void *high = tarn_alloc(&unit_heap, size);
		void *wall = tarn_alloc(&unit_heap, 1);

		tarn_free(&unit_heap, high);
		tarn_free(&unit_heap, low);
		unit_drain(&unit_heap);
		void *both = tarn_alloc(&unit_heap, ROOM(2 * BLOCK(size)));
		CHECK_PTR(both, low);
		REFUSES(TARN_FAULT_INTERIOR, &unit_heap, high);
		tarn_free(&unit_heap, both);
		unit_drain(&unit_heap);
		REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, high);
		tarn_free(&unit_heap, wall);
		unit_drain(&unit_heap);
	}
}

/* The neighbour's place is live again; this one is not. */
static void double_free_beside_reuse(void)
{
	NEED_COMMONS;
	if (!MAKE_COMMONS(1024))
		return;
	void *low = tarn_alloc(&unit_heap, 40);
	void *high = tarn_alloc(&unit_heap, 40);
	void *wall = tarn_alloc(&unit_heap, 1);

	tarn_free(&unit_heap, low);
	tarn_free(&unit_heap, high);
	unit_drain(&unit_heap);
	void *again = tarn_alloc(&unit_heap, 40);
	CHECK_PTR(again, low);
	REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, high);
	tarn_free(&unit_heap, again);
	REFUSES(TARN_FAULT_DOUBLE_FREE, &unit_heap, again);
	tarn_free(&unit_heap, wall);
}

static void foreign_pointers(void)
{
	static uint32_t in_data;
	uint32_t on_stack;
	unsigned char *start = unit_arena() + 64;

	if (!unit_make(&unit_heap, start, 1024,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	REFUSES(TARN_FAULT_FOREIGN, &unit_heap, start - 1);
	REFUSES(TARN_FAULT_FOREIGN, &unit_heap, start - 8);
	REFUSES(TARN_FAULT_FOREIGN, &unit_heap, start - 64);
	REFUSES(TARN_FAULT_FOREIGN, &unit_heap, start + 1024);
	REFUSES(TARN_FAULT_FOREIGN, &unit_heap, start + 1024 + 8);
	REFUSES(TARN_FAULT_FOREIGN, &unit_heap, start + 1025);
	REFUSES(TARN_FAULT_FOREIGN, &unit_heap, &in_data);
	REFUSES(TARN_FAULT_FOREIGN, &unit_heap, &on_stack);
	REFUSES(TARN_FAULT_FOREIGN, &unit_heap, &unit_heap);
	REFUSES(TARN_FAULT_FOREIGN, &unit_heap, (void *)(uintptr_t)is_free_total);
	REFUSES(TARN_FAULT_FOREIGN, &unit_heap, (void *)(uintptr_t)1);
	REFUSES(TARN_FAULT_FOREIGN, &unit_heap, (void *)(uintptr_t)TARN_ALIGN);
	REFUSES(TARN_FAULT_FOREIGN, &unit_heap, (void *)UINTPTR_MAX);
	REFUSES(TARN_FAULT_FOREIGN, &unit_heap, (void *)(UINTPTR_MAX - 15));
	REFUSES(TARN_FAULT_FOREIGN, &unit_heap, (void *)(UINTPTR_MAX / 2 + 1));
}

static void misaligned_pointers(void)
{
	unsigned char *blocks[2];

	if (!unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	blocks[0] = tarn_alloc(&unit_heap, 24);
	blocks[1] = TARN_COMMONS ? tarn_alloc(&unit_heap, 200) : blocks[0];
	for (uint32_t i = 0; i < 2; i++)
		for (uint32_t byte = 1; byte < TARN_ALIGN; byte++)
			REFUSES(TARN_FAULT_MISALIGNED, &unit_heap, blocks[i] + byte);
}

/* An address that differs from a live block's only in bits that a 32-bit offset cannot hold. */
static void foreign_by_its_high_bits(void)
{
	SKIP_UNLESS(sizeof(void *) > 4, "an address has 32 bits here");
	if (!unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	void *block = tarn_alloc(&unit_heap, 24);

	for (uint32_t bit = 32; bit < 64; bit++) {
		void *far = (void *)(uintptr_t)((uintptr_t)block ^ UINT64_C(1) << bit);

		REFUSES(TARN_FAULT_FOREIGN, &unit_heap, far);
		CHECK(!tarn_is_live(&unit_heap, far));
		CHECK(!tarn_owns(&unit_heap, far));
	}
}

/* An address that differs in one bit only, in the arena or out of it. */
static void every_single_bit_error_is_refused(void)
{
	if (!unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_TO_COMMONS}, TARN_POOLS))
		return;
	void *block = tarn_alloc(&unit_heap, 24);

	for (uint32_t bit = 0; bit < 8 * sizeof(void *); bit++) {
		uintptr_t wrong = (uintptr_t)block ^ (uintptr_t)1 << bit;

		if (wrong)
			REFUSES_SOMEHOW(&unit_heap, (void *)wrong);
	}
}

void is_free_total(void)
{
	CASE(null_is_nothing);
	CASE(double_free_in_a_pool);
	CASE(double_free_at_once_in_the_commons);
	CASE(double_free_after_a_merge);
	CASE(double_free_after_reuse_of_the_neighbour);
	CASE(double_free_beside_reuse);
	CASE(foreign_pointers);
	CASE(misaligned_pointers);
	CASE(foreign_by_its_high_bits);
	CASE(every_single_bit_error_is_refused);
}
