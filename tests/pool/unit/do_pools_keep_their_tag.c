/* SPDX-License-Identifier: MIT
 * Typed pools and packed arrays on a heap. Their memory is charged to the tag under which they were
 * opened. It is not freed while they are open. */
#include "questions.h"
#include "tags.h"
#include "tarn_object.h"
#include "tarn_packed.h"

#if TARN_TAGS >= 3

struct thing {
	uint32_t word[4];
};
TARN_OBJECT_TYPE(things, struct thing, 12, TARN_OBJECT_GROW);
TARN_OBJECT_STORAGE_GROWING(fixed, things, 2, &unit_heap, 6);

#define HERD(COLUMN, KEEP, SPARSE) COLUMN(uint32_t, weight)
TARN_PACKED_DECLARE(herd, HERD);

static struct things pool;
struct herd herd;

static bool scene(void)
{
	return MAKE_COMMONS(2400);
}

/* The block of a pool or array, which begins before its slots: the only block of the heap, or the
 * one after `after`. */
static void *block_of(const void *after)
{
	struct tarn_block block = {.pointer = NULL};

	while (tarn_walk(&unit_heap, &block))
		if (block.pointer > after)
			return block.pointer;
	return NULL;
}

/* Gets objects while tag 2 is entered. */
static void get_under_2(struct things *of, struct thing **thing, uint32_t count)
{
	tarn_tag_enter(2);
	for (uint32_t i = 0; i < count; i++) {
		thing[i] = things_get(of);
		if (thing[i])
			unit_fill(thing[i], sizeof(struct thing), i);
	}
	tarn_tag_leave(2);
}

static void put_all(struct things *of, struct thing **thing, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (thing[i])
			things_put(of, thing[i]);
}

static void open_under_1(uint32_t initial)
{
	tarn_tag_enter(1);
	CHECK(things_open(&pool, &unit_heap, initial, 12));
	tarn_tag_leave(1);
}

/* The pool grows while tag 2 is entered, and is closed again. Tag 1 pays. */
static void grows_on_tag_1(struct things *of, uint32_t count)
{
	struct thing *thing[12];
	uint32_t before = tag_told(1).live;

	get_under_2(of, thing, count);
	CHECK(thing[count - 1] != NULL && tag_told(1).live > before);
	HOLDS(2, 0, 0);
	HOLDS(0, 0, 0);
	CHECK_TAGS();
	put_all(of, thing, count);
	CHECK(tarn_object_close(&of->core));
	unit_drain(&unit_heap);
	HOLDS(1, 0, 0);
}

static void a_pool_grows_on_the_tag_that_opened_it(void)
{
	NEED_COMMONS;
	NEED(scene());
	open_under_1(2);
	CHECK_EQ(tag_told(1).blocks, 1);
	grows_on_tag_1(&pool, 12);
}

/* The pool itself has no block on a heap, so its first use decides the tag. */
static void a_static_pool_grows_on_the_tag_that_used_it_first(void)
{
	NEED_COMMONS;
	NEED(scene());
	tarn_tag_enter(1);
	things_put(&fixed, things_get(&fixed));
	tarn_tag_leave(1);
	grows_on_tag_1(&fixed, 6);
}

static void a_pool_on_memory_grows_on_the_tag_that_gave_it_a_heap(void)
{
	static uint64_t memory[16];

	NEED_COMMONS;
	NEED(scene());
	tarn_tag_enter(3);
	CHECK(things_open_at(&pool, memory, sizeof(memory)));
	tarn_tag_enter(1);
	CHECK(tarn_object_grow_from(&pool.core, &unit_heap, 12));
	tarn_tag_leave(1);
	tarn_tag_leave(3);
	grows_on_tag_1(&pool, 12);
	HOLDS(3, 0, 0);
}

static void growth_beyond_the_limit_is_refused(void)
{
	struct thing *thing[4];

	NEED_COMMONS;
	NEED(scene());
	open_under_1(2);
	tarn_tag_limit(&unit_heap, 1, tag_told(1).live);
	get_under_2(&pool, thing, 4);
	CHECK(thing[1] != NULL && !thing[2] && !thing[3]);
	CHECK_EQ(tag_told(1).refused, 2);
	CHECK_EQ(tag_told(2).refused, 0);
	tarn_tag_limit(&unit_heap, 1, TARN_NO_LIMIT);
	get_under_2(&pool, thing + 2, 1);
	CHECK(thing[2] != NULL);
	put_all(&pool, thing, 3);
	CHECK(tarn_object_close(&pool.core));
}

/* Each block of an open pool raises a fault, and stays. The tag's other blocks go. */
static void an_open_pool_is_not_freed_with_its_tag(void)
{
	struct thing *thing[4];
	struct tarn_tag_freed freed;
	uint32_t faults, pools;

	NEED_COMMONS;
	NEED(scene());
	open_under_1(2);
	get_under_2(&pool, thing, 4);
	pools = tag_told(1).blocks;
	CHECK(tarn_alloc_tagged(&unit_heap, 40, 1) != NULL);
	CHECK(tarn_alloc_tagged(&unit_heap, 40, 2) != NULL);
	faults = unit_faults;
	freed = tarn_free_tag(&unit_heap, 1);
	CHECK_EQ(freed.blocks, 1);
	CHECK_EQ(unit_faults, faults + pools);
	CHECK_EQ(unit_fault.kind, TARN_FAULT_OVERLAP);
	unit_faults = faults;
	CHECK_EQ(tag_told(1).blocks, pools);
	CHECK_EQ(tarn_free_tag(&unit_heap, 2).blocks, 1); /* blocks of other tags are skipped */
	for (uint32_t i = 0; i < 4; i++)
		CHECK(unit_holds(thing[i], sizeof(struct thing), i));
	CHECK_EQ(tarn_object_check(&pool.core, NULL), 0);
	put_all(&pool, thing, 4);
	CHECK(tarn_object_close(&pool.core));
	CHECK_EQ(tarn_free_tag(&unit_heap, 1).blocks, 0);
	CHECK_TAGS();
}

/* Whoever has its address cannot free it either. Readers see it as any block. */
static void the_block_of_an_open_pool_is_not_freed(void)
{
	void *block;

	NEED_COMMONS;
	NEED(scene());
	open_under_1(8);
	block = block_of(NULL);
	tarn_free(&unit_heap, block);
	EXPECT_FAULT(TARN_FAULT_OVERLAP, &unit_heap, block);
	CHECK_PTR(tarn_realloc(&unit_heap, block, 1000), NULL);
	EXPECT_FAULT(TARN_FAULT_OVERLAP, &unit_heap, block);
	CHECK(!tarn_tag_move(&unit_heap, block, 2));
	EXPECT_FAULT(TARN_FAULT_OVERLAP, &unit_heap, block);
	CHECK_EQ(tarn_tag_of(&unit_heap, block), 1);
	CHECK(tarn_usable_size(&unit_heap, block) >= 8 * sizeof(struct thing));
	CHECK_TAGS();
	CHECK(tarn_object_close(&pool.core));
	unit_drain(&unit_heap);
	CHECK_PTR(block_of(NULL), NULL);
}

/* An overrun of a pinned block still raises its fault. */
static void an_overrun_is_still_named(void)
{
	unsigned char *block;
	uint32_t word;

	NEED_COMMONS;
	NEED(scene());
	open_under_1(8);
	block = block_of(NULL);
	word = tag_told(1).live - 4; /* it holds the tag */
	block[word] ^= 0x80;
	tarn_free(&unit_heap, block);
	EXPECT_FAULT(TARN_FAULT_OVERRUN, &unit_heap, block);
	CHECK_EQ(tarn_free_tag(&unit_heap, 1).blocks, 0);
	EXPECT_FAULT(TARN_FAULT_OVERRUN, &unit_heap, block);
	block[word] ^= 0x80;
	CHECK(tarn_object_close(&pool.core));
	HOLDS(1, 0, 0);
}

static void an_array_keeps_its_tag(void)
{
	void *block;

	NEED_COMMONS;
	NEED(scene());
	tarn_tag_enter(1);
	CHECK(herd_make(&herd, &unit_heap, 20));
	tarn_tag_leave(1);
	tarn_tag_enter(2);
	for (uint32_t i = 0; i < 20; i++)
		herd.weight[herd_activate(&herd)] = i;
	tarn_tag_leave(2);
	CHECK_EQ(tag_told(1).blocks, 1);
	HOLDS(2, 0, 0);
	block = block_of(NULL);
	CHECK_EQ(tarn_free_tag(&unit_heap, 1).blocks, 0);
	EXPECT_FAULT(TARN_FAULT_OVERLAP, &unit_heap, block);
	CHECK_EQ(herd.weight[19], 19);
	CHECK_EQ(herd_check(&herd), 0);
	herd_destroy(&herd);
	HOLDS(1, 0, 0);
	CHECK_TAGS();
}

#endif

void do_pools_keep_their_tag(void)
{
#if TARN_TAGS >= 3
	CASE(a_pool_grows_on_the_tag_that_opened_it);
	CASE(a_static_pool_grows_on_the_tag_that_used_it_first);
	CASE(a_pool_on_memory_grows_on_the_tag_that_gave_it_a_heap);
	CASE(growth_beyond_the_limit_is_refused);
	CASE(an_open_pool_is_not_freed_with_its_tag);
	CASE(the_block_of_an_open_pool_is_not_freed);
	CASE(an_overrun_is_still_named);
	CASE(an_array_keeps_its_tag);
#endif
}
