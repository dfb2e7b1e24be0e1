/* SPDX-License-Identifier: MIT
 * The registry of heaps: records that were overwritten, or given up without tarn_forget. Also
 * memory that is already in use. */
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

/* There was one fault, and it names a place in the record. */
static void expect_damage(const struct tarn_heap *heap)
{
	const char *place = unit_fault.pointer;

	CHECK(place >= (const char *)heap && place < (const char *)(heap + 1));
	EXPECT_FAULT(TARN_FAULT_REGISTRY, NULL, place);
}

/* Zeros, ones, fills, a stack's words: none of them is a valid record. */
static const uint32_t words[] = {0,          UINT32_MAX, UINT32_C(0x1deadb0b), UINT32_C(0xdeadbeef),
				 0x20000100, 8,          UINT32_C(0x08001235)};
#define WORDS (sizeof(words) / sizeof(words[0]))

static void a_walk_ends_at_a_damaged_record(void)
{
	for (uint32_t i = 0; i < WORDS; i++) {
		NEED(make_two());
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

/* One wrong bit in either word is enough. */
static void each_bit_of_an_entry_counts(void)
{
	NEED(make_two());
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

/* A heap on a stack that was left, and is used again: a new heap is made where a listed one was.
 * The second time, the list loses the heaps after it. */
static void a_heap_made_where_one_was_given_up(void)
{
	for (uint32_t i = 0; i < 2 * WORDS; i++) {
		if (i % 2 == 0)
			NEED(make_two());
		overwrite(&unit_heap, words[i / 2]);
		CHECK_EQ(tarn_init(&unit_heap, unit_arena(), HALF, unit_table(&unit_heap), NULL),
			 TARN_OK);
		expect_damage(&unit_heap);
		CHECK_PTR(tarn_heap_first(), &unit_heap);
		CHECK_PTR(tarn_heap_next(&unit_heap), i % 2 ? NULL : &unit_other);
		CHECK_PTR(tarn_heap_next(&unit_other), NULL);
		CHECK_EQ(unit_faults, 0);
	}
}

static void forgetting_ends_at_a_damaged_record(void)
{
	for (uint32_t i = 0; i < WORDS; i++) {
		NEED(make_two());
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

/* ---- Memory that is given twice ----------------------------------------------------------- */

static enum tarn_status other_at(void *memory, size_t bytes)
{
	return tarn_init(&unit_other, memory, bytes, &tarn_table_commons, NULL);
}

/* The memory is refused, and every heap keeps its own. */
static void expect_overlap(void *memory, size_t bytes)
{
	uint32_t state = unit_state(&unit_heap);

	CHECK_EQ(other_at(memory, bytes), TARN_OVERLAP);
	CHECK_EQ(unit_state(&unit_heap), state);
	CHECK(tarn_heap_first() == &unit_heap);
	CHECK(tarn_heap_next(&unit_heap) == NULL);
	CHECK(tarn_alloc(&unit_other, 8) == NULL);
	EXPECT_FAULT(TARN_FAULT_HEAP, &unit_other, NULL);
}

#define FROM 512 /* in the arena of unit_heap */
#define TO   1536

static void an_arena_that_meets_another(void)
{
	static const uint32_t lengths[] = {400, 512, 1024, 1616};

	NEED_COMMONS;
	NEED_ARENA(3200);
	NEED(CHECK_EQ(
		tarn_init(&unit_heap, unit_arena() + FROM, TO - FROM, &tarn_table_commons, NULL),
		TARN_OK));
	for (uint32_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		for (uint32_t start = 0; start <= TO; start += TARN_ALIGN) {
			unsigned char *memory = unit_arena() + start;

			if (start + lengths[i] > FROM && start < TO) {
				expect_overlap(memory, lengths[i]);
				continue;
			}
			CHECK_EQ(other_at(memory, lengths[i]), TARN_OK);
			tarn_forget(&unit_other);
		}
	}
	CHECK_SOUND(&unit_heap);
}

#define GIVEN 640

/* The owner of a live block may use it as an arena. Each granule of the heap is tried as a
 * start. */
static void an_arena_in_a_live_block(void)
{
	unsigned char *block;
	void *before;

	NEED_COMMONS;
	NEED_ARENA(2048);
	NEED(MAKE_COMMONS(2048));
	before = tarn_alloc(&unit_heap, 200);
	block = tarn_alloc(&unit_heap, GIVEN);
	CHECK(before && tarn_alloc(&unit_heap, 48));
	for (unsigned char *at = unit_arena(); at < unit_arena() + 2048 - 400; at += TARN_ALIGN) {
		if (at < block || at + 400 > block + GIVEN) {
			expect_overlap(at, 400);
			continue;
		}
		CHECK_EQ(other_at(at, 400), TARN_OK);
		CHECK(tarn_alloc(&unit_other, 8) != NULL);
		tarn_forget(&unit_other);
	}
	CHECK_EQ(other_at(block, GIVEN), TARN_OK);
	tarn_forget(&unit_other);
	if (TARN_HARDEN >= 2)
		expect_overlap(block, GIVEN + TARN_ALIGN);
	tarn_free(&unit_heap, block);
	expect_overlap(block, GIVEN);
	CHECK_SOUND(&unit_heap);
}

static void an_arena_in_a_block_of_a_pool(void)
{
	unsigned char *block;

	NEED_COMMONS;
	NEED_POOLS;
	NEED_ARENA(3072);
	NEED(MAKE(3072, {BLOCK(640), 3, 0, TARN_REFUSE}));
	CHECK(tarn_alloc(&unit_heap, 640) != NULL);
	block = tarn_alloc(&unit_heap, 640);
	CHECK_EQ(other_at(block + 48, 592), TARN_OK);
	tarn_forget(&unit_other);
	expect_overlap(block + 64, 592);
	expect_overlap(block - TARN_ALIGN, 592);
	tarn_free(&unit_heap, block);
	expect_overlap(block, 592);
}

/* A block that became an arena cannot be given again. The heap around it cannot be made again
 * meanwhile. */
static void a_block_is_given_once(void)
{
	static struct tarn_heap third;
	unsigned char *block;
	unsigned char *inner;

	NEED_COMMONS;
	NEED_ARENA(2048);
	NEED(MAKE_COMMONS(2048));
	block = tarn_alloc(&unit_heap, 1024);
	CHECK_EQ(other_at(block, 1024), TARN_OK);
	CHECK_EQ(tarn_init(&third, block, 1024, &tarn_table_commons, NULL), TARN_OVERLAP);
	inner = tarn_alloc(&unit_other, 500);
	CHECK_EQ(tarn_init(&third, inner, 500, &tarn_table_commons, NULL), TARN_OK);
	CHECK_EQ(other_at(block, 1024), TARN_OVERLAP);
	tarn_forget(&third);
	CHECK_EQ(other_at(block, 1024), TARN_OK);
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), 2048, &tarn_table_commons, NULL),
		 TARN_OVERLAP);
	tarn_forget(&unit_other);
	CHECK(MAKE_COMMONS(2048));
}

static void the_linkers_arena_is_the_default_heaps(void)
{
	NEED_COMMONS;
	NEED(MAKE_COMMONS(1024));
	CHECK_EQ(tarn_default_init(NULL, NULL), TARN_OVERLAP);
	tarn_forget(&unit_heap);
	CHECK_EQ(tarn_default_init(NULL, NULL), TARN_OK);
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), 1024, &tarn_table_commons, NULL),
		 TARN_OVERLAP);
	CHECK_EQ(tarn_default_init(NULL, NULL), TARN_OK);
}

void is_every_owner_known(void)
{
	CASE(an_arena_that_meets_another);
	CASE(an_arena_in_a_live_block);
	CASE(an_arena_in_a_block_of_a_pool);
	CASE(a_block_is_given_once);
	CASE(the_linkers_arena_is_the_default_heaps);
	CASE(a_walk_ends_at_a_damaged_record);
	CASE(each_bit_of_an_entry_counts);
	CASE(a_heap_made_where_one_was_given_up);
	CASE(forgetting_ends_at_a_damaged_record);
}
