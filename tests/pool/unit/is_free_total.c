/* SPDX-License-Identifier: MIT
 * tarn_free refuses everything but the start of a live block, names it, and changes nothing. */
#include "questions.h"
#include "unit.h"

static void null_is_nothing(void)
{
	NEED(unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_TO_COMMONS}, TARN_POOLS));
	uint32_t before = unit_state(&unit_heap);

	tarn_free(&unit_heap, NULL);
	CHECK_EQ(unit_state(&unit_heap), before);
}

static void foreign_pointers(void)
{
	static uint32_t in_data;
	uint32_t on_stack;
	unsigned char *start = unit_arena() + 64;
	void *const foreign[] = {
		start - 1,
		start - 8,
		start - 64,
		start + 1024,
		start + 1025,
		start + 1024 + 8,
		&in_data,
		&on_stack,
		&unit_heap,
		(void *)(uintptr_t)is_free_total,
		(void *)(uintptr_t)1,
		(void *)(uintptr_t)TARN_ALIGN,
		(void *)UINTPTR_MAX,
		(void *)(UINTPTR_MAX - 15),
		(void *)(UINTPTR_MAX / 2 + 1),
	};

	NEED(unit_make(&unit_heap, start, 1024,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_TO_COMMONS}, TARN_POOLS));
	for (uint32_t i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++)
		REFUSES(TARN_FAULT_FOREIGN, &unit_heap, foreign[i]);
}

/* An address that differs from a live block's only in bits that a 32-bit offset cannot hold. */
static void foreign_by_its_high_bits(void)
{
	SKIP_UNLESS(sizeof(void *) > 4, "an address has 32 bits here");
	NEED(unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_TO_COMMONS}, TARN_POOLS));
	void *block = tarn_alloc(&unit_heap, 24);

	for (uint32_t bit = 32; bit < 64; bit++) {
		void *far = (void *)(uintptr_t)((uintptr_t)block ^ UINT64_C(1) << bit);

		REFUSES(TARN_FAULT_FOREIGN, &unit_heap, far);
		CHECK(!tarn_is_live(&unit_heap, far));
		CHECK(!tarn_owns(&unit_heap, far));
	}
}

void is_free_total(void)
{
	CASE(null_is_nothing);
	CASE(foreign_pointers);
	CASE(foreign_by_its_high_bits);
}
