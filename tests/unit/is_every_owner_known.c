/* SPDX-License-Identifier: MIT
 * The registry of heaps: what became of a record that was overwritten, or given up without tarn_forget. */
#include "questions.h"
#include "unit.h"

#define HALF 1024

static bool make_two(void)
{
	return unit_make(&unit_heap, unit_arena(), HALF, NULL, 0) &&
	       unit_make(&unit_other, unit_arena() + HALF, HALF, NULL, 0);
}

static void overwrite(struct tarn_heap *heap, uint32_t with)
{
	uint32_t *word = (uint32_t *)(void *)heap;

	for (uint32_t i = 0; i < sizeof(*heap) / sizeof(*word); i++)
		word[i] = with + i * (with & 1);
}

/* One fault, which names a place in the record. */
static void expect_damage(const struct tarn_heap *heap)
{
	const char *place = unit_fault.pointer;

	CHECK(place >= (const char *)heap && place < (const char *)(heap + 1));
	EXPECT_FAULT(TARN_FAULT_REGISTRY, NULL, place);
}

/* Zeroes, ones, fills, a stack's words: each is a record that is none. */
static const uint32_t words[] = {0,          UINT32_MAX, UINT32_C(0x1deadb0b), UINT32_C(0xdeadbeef),
				 0x20000100, 8,          UINT32_C(0x08001235)};
#define WORDS (sizeof(words) / sizeof(words[0]))

static void a_walk_ends_at_a_damaged_record(void)
{
	for (uint32_t i = 0; i < WORDS; i++) {
		if (!make_two())
			return;
		struct tarn_heap kept = unit_heap;

		overwrite(&unit_heap, words[i]);
		CHECK(tarn_heap_first() == &unit_other);
		CHECK_EQ(unit_faults, 0);
		CHECK(tarn_heap_next(&unit_other) == NULL);
		expect_damage(&unit_heap);
		unit_heap = kept;
		kept = unit_other;
		overwrite(&unit_other, words[i]);
		CHECK(tarn_heap_first() == NULL);
		expect_damage(&unit_other);
		unit_other = kept;
		CHECK(tarn_heap_next(tarn_heap_first()) == &unit_heap);
	}
}

/* One bit of either word is enough. */
static void each_bit_of_an_entry_counts(void)
{
	if (!make_two())
		return;
	uintptr_t *word = (uintptr_t *)(void *)&unit_other.entry;

	for (uint32_t bit = 0; bit < 2 * 8 * sizeof(*word); bit++) {
		uintptr_t flip = (uintptr_t)1 << bit % (8 * sizeof(*word));

		word[bit / (8 * sizeof(*word))] ^= flip;
		CHECK(tarn_heap_first() == NULL);
		expect_damage(&unit_other);
		word[bit / (8 * sizeof(*word))] ^= flip;
	}
	CHECK(tarn_heap_first() == &unit_other);
}

/* A heap on a stack that was left, and is used again: it is made where a listed one was. */
static void a_heap_made_where_one_was_given_up(void)
{
	for (uint32_t i = 0; i < WORDS; i++) {
		if (!make_two())
			return;
		overwrite(&unit_heap, words[i]);
		CHECK_EQ(tarn_init(&unit_heap, unit_arena(), HALF, unit_table(&unit_heap), NULL),
			 TARN_OK);
		expect_damage(&unit_heap);
		CHECK(tarn_heap_first() == &unit_heap);
		CHECK(tarn_heap_next(&unit_heap) == &unit_other);
		CHECK(tarn_heap_next(&unit_other) == NULL);
		CHECK_EQ(unit_faults, 0);
		/* Those after it are lost to the list. */
		overwrite(&unit_heap, words[i]);
		CHECK_EQ(tarn_init(&unit_heap, unit_arena(), HALF, unit_table(&unit_heap), NULL),
			 TARN_OK);
		expect_damage(&unit_heap);
		CHECK(tarn_heap_first() == &unit_heap);
		CHECK(tarn_heap_next(&unit_heap) == NULL);
		CHECK_EQ(unit_faults, 0);
	}
}

static void forgetting_ends_at_a_damaged_record(void)
{
	for (uint32_t i = 0; i < WORDS; i++) {
		if (!make_two())
			return;
		struct tarn_heap kept = unit_other;

		overwrite(&unit_other, words[i]);
		tarn_forget(&unit_heap);
		expect_damage(&unit_other);
		unit_other = kept;
		CHECK(tarn_heap_next(&unit_other) == &unit_heap);
		overwrite(&unit_other, words[i]);
		tarn_forget(&unit_other);
		expect_damage(&unit_other);
		CHECK(tarn_heap_first() == NULL);
		CHECK_EQ(unit_faults, 0);
	}
}

void is_every_owner_known(void)
{
	CASE(a_walk_ends_at_a_damaged_record);
	CASE(each_bit_of_an_entry_counts);
	CASE(a_heap_made_where_one_was_given_up);
	CASE(forgetting_ends_at_a_damaged_record);
}
