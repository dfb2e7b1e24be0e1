/* SPDX-License-Identifier: MIT
 * A stray write overwrites a free run's link. Tarn must raise a fault before it follows the link,
 * name the damaged run, and continue to serve. (tests/pool/model/strays makes random writes, and
 * asks whether any leads to a wrong block.) */
#include "heap/block.h"
#include "heap/commons.h"
#include "questions.h"
#include "unit.h"

/* Two free runs, and a live block between them. The first one's link names the other. */
static struct scene {
	unsigned char *first, *free, *live, *of_pool;
} scene;

static uint32_t offset(const void *place)
{
	return offset_of(&unit_heap, place);
}

#define BAD_LINKS 10
static uint32_t bad_link(uint32_t which)
{
	const uint32_t links[BAD_LINKS] = {
		offset(unit_arena() + 65536 * 16), /* past the end of the arena */
		UINT32_MAX,
		offset(unit_arena() + 48), /* metadata */
		offset(scene.free) + 1,
		offset(scene.free) + TARN_ALIGN,
		offset(scene.live),
		offset(scene.of_pool),
		offset(unit_arena() + 2048 - 256), /* no block was there */
		offset(scene.first),
		bin_place(bin_of(run_length(&unit_heap, offset(scene.first))) + 1),
	};

	return links[which];
}

#define RUN_BYTES 72

/* The word that a run stores for `link`. */
static uint32_t coded(const void *run, uint32_t link)
{
	return link_of(&unit_heap, offset(run), link);
}

static bool make_scene(void)
{
	unsigned char *blocks[5];
	uint32_t next = 0;

	if (!unit_make(&unit_heap, unit_arena(), 2048,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_REFUSE}, TARN_POOLS))
		return false;
	scene.of_pool = TARN_POOLS ? tarn_alloc(&unit_heap, 24) : unit_arena() + 2048 - 512;
	if (TARN_POOLS)
		tarn_free(&unit_heap, scene.of_pool);
	for (uint32_t i = 0; i < 5; i++)
		blocks[i] = tarn_alloc(&unit_heap, RUN_BYTES);
	scene.live = blocks[2];
	tarn_free(&unit_heap, blocks[1]);
	tarn_free(&unit_heap, blocks[3]);
	unit_drain(&unit_heap);
	last_put(&unit_heap);
	/* At level 3 the quarantine may give them back in any order. */
	CHECK(list_next(&unit_heap, offset(blocks[3]), &next));
	scene.first = next == offset(blocks[1]) ? blocks[3] : blocks[1];
	scene.free = scene.first == blocks[1] ? blocks[3] : blocks[1];
	return CHECK_SOUND(&unit_heap);
}

/* Makes the scene, and damages a link of its first run: with the offset as it is, or as a run
 * stores it. */
static uint32_t *damage(uint32_t which, bool raw, bool prev, uint32_t *good)
{
	struct node *node;
	uint32_t *link;

	if (!make_scene())
		return NULL;
	node = node_at(&unit_heap, offset(scene.first));
	link = prev ? &node->prev : &node->next;
	*good = *link;
	*link = raw ? bad_link(which) : coded(scene.first, bad_link(which));
	CHECK(prev || tarn_check(&unit_heap, NULL) != 0);
	return link;
}

/* There was at least one fault, and all were about links. */
static void expect_links(void)
{
	CHECK(unit_faults >= 1);
	CHECK_EQ(unit_fault.kind, TARN_FAULT_LINK);
	unit_faults = 0;
}

/* Tarn must not hand out the damaged run. It hands out another, or nothing. */
static void a_request_meets_each_damage(void)
{
	NEED_COMMONS;
	for (uint32_t i = 0; i < 2 * BAD_LINKS; i++) {
		uint32_t good;
		uint32_t *link = damage(i / 2, i & 1, false, &good);

		NEED(link);
		void *block = tarn_alloc(&unit_heap, RUN_BYTES);
		EXPECT_FAULT(TARN_FAULT_LINK, &unit_heap, scene.first);
		CHECK(block != NULL && block != scene.first && block != scene.live);
		CHECK(tarn_is_live(&unit_heap, block));
		CHECK(!tarn_is_live(&unit_heap, scene.first));
		tarn_free(&unit_heap, block);
		unit_drain(&unit_heap);
		unit_faults = 0; /* level 3: giving back the quarantine found it again */
		*link = good;
		CHECK_SOUND(&unit_heap);
	}
}

/* A neighbour of the damaged run is freed. Tarn does not merge the two. */
static void a_merge_meets_each_damage(void)
{
	NEED_COMMONS;
	for (uint32_t i = 0; i < 4 * BAD_LINKS; i++) {
		uint32_t good, free_before;
		uint32_t *link = damage(i / 4, i & 1, i & 2, &good);

		NEED(link);
		free_before = unit_commons_free(&unit_heap);
		tarn_free(&unit_heap, scene.live);
		unit_drain(&unit_heap);
		expect_links();
		CHECK(!tarn_is_live(&unit_heap, scene.live));
		CHECK_EQ(unit_commons_free(&unit_heap), free_before + BLOCK(RUN_BYTES));
		*link = good;
	}
}

/* Both links of each of two runs name the other run: the list has no end. */
static void a_list_that_is_a_circle(void)
{
	NEED_COMMONS;
	SKIP_UNLESS(TARN_HARDEN < 3, "the quarantine gives back in another order");
	NEED(MAKE_COMMONS(1024));
	void *first = tarn_alloc(&unit_heap, ROOM(10 * TARN_ALIGN));
	void *between = tarn_alloc(&unit_heap, 1);
	void *second = tarn_alloc(&unit_heap, ROOM(10 * TARN_ALIGN));

	CHECK(between != NULL);
	while (tarn_alloc(&unit_heap, 1))
		;
	tarn_free(&unit_heap, first);
	tarn_free(&unit_heap, second);
	last_put(&unit_heap);
	node_at(&unit_heap, offset(first))->next = node_at(&unit_heap, offset(second))->prev =
		coded(first, offset(second));
	/* Of the same bin, but longer than both. */
	CHECK(tarn_alloc(&unit_heap, ROOM(11 * TARN_ALIGN)) == NULL);
	expect_links();
	CHECK(tarn_alloc_aligned(&unit_heap, 2 * TARN_ALIGN, ROOM(11 * TARN_ALIGN)) == NULL);
	expect_links();
	CHECK_EQ(unit_longest(&unit_heap), 10 * TARN_ALIGN);
}

/* The first run of a list does not know that it is. A run that is put before it gives up the rest
 * of the list. */
static void a_first_run_that_does_not_know_it(void)
{
	void *run[3];
	uint32_t next = 1;

	NEED_COMMONS;
	SKIP_UNLESS(TARN_HARDEN < 3, "the quarantine gives back in another order");
	NEED(MAKE_COMMONS(1024));
	for (uint32_t i = 0; i < 3; i++)
		run[i] = tarn_alloc(&unit_heap, ROOM(5 * TARN_ALIGN));
	while (tarn_alloc(&unit_heap, 1))
		;
	tarn_free(&unit_heap, run[0]);
	last_put(&unit_heap);
	node_at(&unit_heap, offset(run[0]))->prev ^= offset(run[1]);
	tarn_free(&unit_heap, run[2]);
	last_put(&unit_heap);
	CHECK(list_next(&unit_heap, offset(run[2]), &next));
	CHECK_EQ(next, 0);
}

/* A free run's link agrees with the contents of a pool's live block. No plane describes that. */
static void a_link_into_a_live_block_of_a_pool(void)
{
	enum { BLOCKS = 48 };
	void *inside = NULL;

	NEED_POOLS;
	NEED_COMMONS;
	SKIP_UNLESS(TARN_HARDEN == 1, "at level 2 a block's last granule is its record");
	SKIP_UNLESS(unit_arena_bytes() >= 4096, "the arena is too small");
	NEED(MAKE(4096, {3 * TARN_ALIGN, BLOCKS, 0, TARN_TO_COMMONS}));
	for (uint32_t i = 0; i < BLOCKS; i++) {
		unsigned char *block = tarn_alloc(&unit_heap, ROOM(3 * TARN_ALIGN));

		if (index_of(offset(block + TARN_ALIGN)) == 31)
			inside = block + TARN_ALIGN;
	}
	void *run = tarn_alloc(&unit_heap, 10 * TARN_ALIGN);

	CHECK(inside && tarn_alloc(&unit_heap, 1));
	tarn_free(&unit_heap, run);
	last_put(&unit_heap);
	node_at(&unit_heap, offset(run))->next = node_at(&unit_heap, offset(inside))->prev =
		coded(run, offset(inside));
	node_at(&unit_heap, offset(inside))->next = coded(inside, 0);
	CHECK(tarn_alloc(&unit_heap, 10 * TARN_ALIGN) != run);
	for (void *block; (block = tarn_alloc(&unit_heap, 10 * TARN_ALIGN)) != NULL;)
		CHECK(in_commons(&unit_heap, offset(block)));
	expect_links();
}

void are_links_validated(void)
{
	CASE(a_request_meets_each_damage);
	CASE(a_merge_meets_each_damage);
	CASE(a_list_that_is_a_circle);
	CASE(a_first_run_that_does_not_know_it);
	CASE(a_link_into_a_live_block_of_a_pool);
}
