/* SPDX-License-Identifier: MIT
 * tarn_check reports each numbered invariant of pool/DESIGN.md if that one is broken, and where.
 * The test damages the metadata through pool/heap/heap.h. */
#include "heap/class.h"
#include "heap/commons.h"
#include "heap/tag.h"
#include "guard/guard.h"
#include "questions.h"
#include "unit.h"

/* Live: two blocks of class 0, two of class 1, and three runs. Free: one block of class 0, and a
 * run between the live ones. After them, unused arena. */
static unsigned char *small[3], *large[2], *run[4];
static uint32_t commons_index;

static bool make_scene(void)
{
	const struct tarn_class class[] = {{BLOCK(24), 5, 0, 0}, {BLOCK(40), 4, 0, 0}};

	commons_index = TARN_POOLS ? 2 : 0;
	if (!unit_make(&unit_heap, unit_arena(), 2048, class, commons_index))
		return false;
	for (uint32_t i = 0; i < 3 && TARN_POOLS; i++)
		small[i] = tarn_alloc(&unit_heap, 24);
	for (uint32_t i = 0; i < 2 && TARN_POOLS; i++)
		large[i] = tarn_alloc(&unit_heap, 40);
	for (uint32_t i = 0; i < 4 && TARN_COMMONS; i++)
		run[i] = tarn_alloc(&unit_heap, 90);
	tarn_free(&unit_heap, small[1]);
	tarn_free(&unit_heap, run[1]);
	unit_drain(&unit_heap);
	if (TARN_COMMONS)
		last_put(&unit_heap);
	small[1] = TARN_POOLS ? small[1] : NULL;
	return CHECK_SOUND(&unit_heap);
}

static uint32_t offset(const void *place)
{
	return offset_of(&unit_heap, place);
}

/* The broken invariant is `number`, of this pool (or the commons), at this place (NULL: no single
 * place). */
#define FINDS(number, index, place) finds((number), (index), (place), __LINE__)
static void finds(uint32_t number, uint32_t index, const unsigned char *place, int line)
{
	struct tarn_broken broken = {0, 0, 0};

	unit_equal(tarn_check(&unit_heap, &broken), number, "tarn_check", __FILE__, line);
	unit_equal(broken.invariant, number, "broken.invariant", __FILE__, line);
	unit_equal(broken.class_index, index, "broken.class_index", __FILE__, line);
	if (place)
		unit_equal(broken.offset, (uintptr_t)(place - unit_arena()), "broken.offset",
			   __FILE__, line);
}

/* Writes `value` to `*word`, checks that tarn_check finds it, and restores the word. */
#define DAMAGE_ONLY(word, value, number, index, place) \
	do {                                           \
		__typeof__(word) *damaged_ = &(word);  \
		__typeof__(word) right_ = *damaged_;   \
		*damaged_ = (__typeof__(word))(value); \
		FINDS(number, index, place);           \
		*damaged_ = right_;                    \
	} while (0)
/* No other word is damaged. */
#define DAMAGE(word, value, number, index, place)               \
	do {                                                    \
		DAMAGE_ONLY(word, value, number, index, place); \
		CHECK_SOUND(&unit_heap);                        \
	} while (0)

static void i1_the_bounds_of_a_pool(void)
{
	NEED_POOLS;
	NEED(make_scene());
	struct pool *pool = pool_of(&unit_heap, 0);

	DAMAGE(pool->carved, 6, 1, 0, NULL);
	DAMAGE(pool->carved, UINT32_MAX, 1, 0, NULL);
	DAMAGE(pool->size, pool->size + TARN_ALIGN, 1, 0, NULL);
	DAMAGE(pool->inverse, pool->inverse + 2, 1, 0, NULL);
	DAMAGE(pool->origin, pool->origin + 2, 1, 0, NULL);
	DAMAGE(pool->class_index, 1, 1, 1, NULL);
	pool = pool_of(&unit_heap, 1);
	DAMAGE(pool->carved, 5, 1, 1, NULL);
	DAMAGE(pool->class_index, 3, 1, 3, NULL);
	DAMAGE(pool->class_index, 0, 1, 0, NULL);
	DAMAGE(*current_of(&unit_heap, 1), *current_of(&unit_heap, 0), 1, 1, NULL);
	DAMAGE(*current_of(&unit_heap, 1), *current_of(&unit_heap, 1) + 4, 1, 1, NULL);
	DAMAGE(*current_of(&unit_heap, 1), 0, 1, 1, NULL);
}

static void i2_a_block_finds_its_pool(void)
{
	NEED_POOLS;
	NEED(make_scene());
	uint32_t *names = (uint32_t *)unit_heap.names;

	DAMAGE(*names, UINT32_C(0x01010101), 2, 0, small[0]);
}

static void i3_the_bits_of_a_pool(void)
{
	NEED_POOLS;
	NEED(make_scene());
	struct pool *pool = pool_of(&unit_heap, 0);
	uint32_t *bits = pool_bits(pool, 0);

	DAMAGE(pool->some, 0, 3, 0, NULL);
	DAMAGE(pool->some, pool->some | 2, 3, 0, NULL);
	DAMAGE(pool->some, pool->some | UNLISTED, 3, 0, NULL);
	DAMAGE(pool->under, 1, 3, 0, NULL);
	DAMAGE(*bits, *bits | UINT32_C(1) << pool->carved, 3, 0, NULL);
	DAMAGE(*bits, *bits | TOP_BIT, 3, 0, NULL);
	if (TARN_HARDEN < 2) /* from level 2 on, a free block that looks live has no record: I9 */
		DAMAGE(*bits, 0, 3, 0, NULL);
}

static void i3_the_stack_of_a_class(void)
{
	const struct tarn_class class[] = {{BLOCK(1), POOL_BLOCKS + 2, 0, 0}};

	NEED_POOLS;
	uint32_t bytes = unit_needs(class, 1);

	SKIP_UNLESS(bytes <= unit_arena_bytes(), "the arena is too small");
	NEED(unit_make(&unit_heap, unit_arena(), bytes, class, 1));
	for (uint32_t i = 0; i <= POOL_BLOCKS; i++)
		CHECK(tarn_alloc(&unit_heap, ROOM(BLOCK(1))) != NULL);
	struct pool *full = pool_of(&unit_heap, 0);

	CHECK_EQ(full->some, UNLISTED);
	DAMAGE(full->some, 0, 3, 0, NULL);
	*pool_bits(full, 0) = 1;
	DAMAGE_ONLY(full->some, UNLISTED | 1, 3, 0, NULL);
	*pool_bits(full, 0) = 0;
	CHECK_SOUND(&unit_heap);
}

static void i4_the_lists_of_free_runs(void)
{
	NEED_COMMONS;
	NEED(make_scene());
	struct node *node = node_at(&unit_heap, offset(run[1]));
	uint32_t bin = bin_of(run_length(&unit_heap, offset(run[1])));
	uint32_t *head = head_of(&unit_heap, bin);

	/* A link is stored xor the run that it names. This one names none so far. */
	DAMAGE(node->next, node->next ^ offset(run[0]), 4, commons_index, NULL);
	DAMAGE(node->next, node->next ^ offset(run[1]), 4, commons_index, NULL);
	DAMAGE(node->next, ~node->next, 4, commons_index, NULL);
	DAMAGE(node->prev, node->prev ^ 4, 4, commons_index, run[1]);
	DAMAGE(node->prev, node->prev ^ offset(run[0]), 4, commons_index, run[1]);
	DAMAGE(*head, 0, 4, commons_index, NULL);
	DAMAGE(*head, offset(run[0]), 4, commons_index, run[0]);
	DAMAGE(unit_heap.bins[bin >> 5], unit_heap.bins[bin >> 5] & ~(TOP_BIT >> (bin & 31)), 4,
	       commons_index, NULL);
	DAMAGE(unit_heap.bins[0], unit_heap.bins[0] | TOP_BIT >> 1, 4, commons_index, NULL);
}

/* A free run is on no list, then on that of longer runs. The bins are consistent. */
static void i4_a_run_in_no_bin_or_a_wrong_one(void)
{
	NEED_COMMONS;
	NEED(make_scene());
	uint32_t bin = bin_of(run_length(&unit_heap, offset(run[1])));

	*head_of(&unit_heap, bin) = 0;
	bin_flip(&unit_heap, bin);
	FINDS(4, commons_index, NULL);
	list_push(&unit_heap, offset(run[1]), bin + 1);
	FINDS(4, commons_index, run[1]);
}

/* The last run is on no list. */
static void i4_the_last_run(void)
{
	NEED_COMMONS;
	NEED(make_scene());
	CHECK_EQ(unit_heap.last, 0);
	DAMAGE(unit_heap.last_length, 1, 4, commons_index, NULL);
	CHECK_PTR(tarn_alloc(&unit_heap, 90), run[1]);
	tarn_free(&unit_heap, run[1]);
	unit_drain(&unit_heap);
	CHECK_EQ(unit_heap.last, offset(run[1]));
	DAMAGE(unit_heap.last, 0, 4, commons_index, NULL);
	DAMAGE(unit_heap.last, unit_heap.last + TARN_ALIGN, 4, commons_index, NULL);
	DAMAGE(unit_heap.last_length, unit_heap.last_length + 1, 6, commons_index, NULL);
}

static void i5_the_live_blocks_of_a_pool(void)
{
	NEED_POOLS;
	NEED_LEVEL(3);
	NEED(make_scene());
#if TARN_HARDEN >= 3
	struct tally *tally = tally_of(&unit_heap, 0);
	uint32_t *bits = pool_bits(pool_of(&unit_heap, 0), 0);

	DAMAGE(tally->live, tally->live + 1, 5, 0, NULL);
	DAMAGE(tally->live, tally->live - 1, 5, 0, NULL);
	DAMAGE(tally->quarantined, 1, 5, 0, NULL);
	DAMAGE(*bits, *bits | 1, 5, 0, NULL);
#endif
}

/* A run that covers whole plane words stores its length twice. */
static void i6_both_ends_of_a_long_run(void)
{
	uint32_t length = 150;

	NEED_COMMONS;
	NEED_ARENA(4096);
	NEED(MAKE_COMMONS(4096));
	unsigned char *block = tarn_alloc(&unit_heap, ROOM(length * TARN_ALIGN));
	struct pair *first, *last;

	CHECK(tarn_alloc(&unit_heap, 8) != NULL);
	first = pair_at(&unit_heap, offset(block)) + 1;
	last = pair_at(&unit_heap, offset(block) + length * TARN_ALIGN) - 1;
	CHECK(first < last);
	CHECK_EQ(first->live, length);
	CHECK_EQ(last->live, length);
	DAMAGE(last->live, length - 1, 6, 0, block);
	DAMAGE(last->live, 0, 6, 0, block);
	DAMAGE(first->live, 0, 6, 0, block);
	DAMAGE(first->live, 5000, 6, 0, block);
}

static void i7_two_free_neighbours(void)
{
	NEED_COMMONS;
	NEED(make_scene());
	struct pair *pair = pair_at(&unit_heap, offset(run[2]));

	DAMAGE(pair->live, pair->live & ~bit_of(offset(run[2])), 7, commons_index, run[2]);
}

static void i8_the_sums_of_the_commons(void)
{
	NEED_COMMONS;
	NEED(make_scene());
	DAMAGE(unit_heap.room, unit_heap.room + 1, 8, commons_index, NULL);
	DAMAGE(unit_heap.room, unit_heap.room - 1, 8, commons_index, NULL);
	DAMAGE(unit_heap.peak, unit_heap.room - 1, 8, commons_index, NULL);
#if TARN_WATCH
	DAMAGE(unit_heap.least, NO_BIN - 1, 8, commons_index, NULL);
#endif
}

static void i9_the_records_of_live_blocks(void)
{
	NEED_LEVEL(2);
	NEED(make_scene());
	if (TARN_POOLS) {
		uint32_t *record = (uint32_t *)(void *)(small[2] + BLOCK(24) - TARN_RECORD);

		DAMAGE(*record, *record ^ 0x100000, 9, 0, small[2]);
		record = (uint32_t *)(void *)(large[1] + BLOCK(40) - TARN_RECORD);
		DAMAGE(*record, 0, 9, 1, large[1]);
	}
	if (TARN_COMMONS) {
		uint32_t *record = (uint32_t *)(void *)(run[3] + BLOCK(90) - TARN_RECORD);

		DAMAGE(*record, UINT32_MAX, 9, commons_index, run[3]);
		/* A run that lost its start lengthens the live run before it. That one's record is
		 * then in the wrong place. (Below level 2 nothing can show it.) */
		struct pair *pair = pair_at(&unit_heap, offset(run[3]));
		DAMAGE(pair->start, pair->start & ~bit_of(offset(run[3])), 9, commons_index,
		       run[2]);
	}
}

static void i9_the_slack_of_live_blocks(void)
{
	NEED_LEVEL(2);
	NEED(make_scene());
	for (uint32_t i = TARN_POOLS ? 0 : 1; i < (TARN_COMMONS ? 2 : 1); i++) {
		uint32_t size = i ? 57 : 17;
		unsigned char *block = tarn_alloc(&unit_heap, size);

		DAMAGE(block[size], block[size] ^ 0x40, 9, i ? commons_index : 0, block);
	}
}

#if TARN_TAGS > 0

/* A tag has as many bytes and blocks as are counted for it. */
static void i10_the_sums_of_the_tags(void)
{
	NEED(make_scene());
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++) {
		struct tarn_tag_room *room = &unit_heap.tag_room[tag];

		DAMAGE(*(uint32_t *)&room->bytes, (uint32_t)room->bytes + TARN_ALIGN, 10,
		       commons_index, NULL);
		DAMAGE(*(uint32_t *)&room->blocks, (uint32_t)room->blocks - 1, 10, commons_index,
		       NULL);
	}
	/* One tag has too many, another too few. */
	unit_heap.tag_room[0].bytes += 8;
	unit_heap.tag_room[1].bytes -= 8;
	FINDS(10, commons_index, NULL);
	unit_heap.tag_room[0].bytes -= 8;
	unit_heap.tag_room[1].bytes += 8;
	unit_heap.tag_room[0].blocks++;
	unit_heap.tag_room[TARN_TAGS].blocks--;
	FINDS(10, commons_index, NULL);
}

/* The tag word of a block names no tag, or a wrong one. */
static void i10_the_words_of_live_blocks(void)
{
	NEED(make_scene());
	for (uint32_t i = 0; i < (TARN_COMMONS ? 2 : 1); i++) {
		unsigned char *block = i ? run[0] : TARN_POOLS ? small[0] : run[2];
		uint32_t size = i || !TARN_POOLS ? BLOCK(90) : BLOCK(24);
		uint32_t *word = (uint32_t *)(void *)(block + size) - 1;
		uint32_t index = i || !TARN_POOLS ? commons_index : 0;

		DAMAGE(*word, *word ^ UINT32_C(1) << (24 - TAG_SHIFT), 10, index, block);
		DAMAGE(*word, *word ^ 0x8000, 10, index, block);
		if (TARN_TAGS < 255)
			DAMAGE(*word, *word ^ (uint32_t)(TARN_TAGS + 1) << TAG_SHIFT, 10, index,
			       block);
		DAMAGE(*word, *word ^ UINT32_C(1) << TAG_SHIFT, 10, commons_index, NULL);
	}
}

#endif

/* Reports the first broken invariant, in the order of the pools. */
static void the_first_one_is_reported(void)
{
	NEED_POOLS;
	NEED_COMMONS;
	NEED(make_scene());
	unit_heap.room++;
	FINDS(8, 2, NULL);
	pool_of(&unit_heap, 1)->some ^= 2;
	FINDS(3, 1, NULL);
	pool_of(&unit_heap, 0)->carved = 6;
	FINDS(1, 0, NULL);
}

void does_check_find_each_broken_invariant(void)
{
	CASE(i1_the_bounds_of_a_pool);
	CASE(i2_a_block_finds_its_pool);
	CASE(i3_the_bits_of_a_pool);
	CASE(i3_the_stack_of_a_class);
	CASE(i4_the_lists_of_free_runs);
	CASE(i4_a_run_in_no_bin_or_a_wrong_one);
	CASE(i4_the_last_run);
	CASE(i5_the_live_blocks_of_a_pool);
	CASE(i6_both_ends_of_a_long_run);
	CASE(i7_two_free_neighbours);
	CASE(i8_the_sums_of_the_commons);
	CASE(i9_the_records_of_live_blocks);
	CASE(i9_the_slack_of_live_blocks);
#if TARN_TAGS > 0
	CASE(i10_the_sums_of_the_tags);
	CASE(i10_the_words_of_live_blocks);
#endif
	CASE(the_first_one_is_reported);
}
