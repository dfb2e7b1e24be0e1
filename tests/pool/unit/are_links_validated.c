/* SPDX-License-Identifier: MIT
 * A stray write overwrites a free block's link, in each way that it may. Tarn must raise a fault
 * before it follows the link, name the damaged block, and continue to serve. */
#include "heap/block.h"
#include "heap/commons.h"
#include "questions.h"
#include "tags.h"

/* The values written over the link. */
enum damage {
	WILD, /* past the end of the arena */
	ALL_ONES,
	METADATA,
	MISALIGNED, /* a free block's offset, plus one byte */
	INSIDE,     /* a free block's second granule */
	LIVE,       /* a live block of the same pool, or of the commons */
	OTHER,      /* a free block of another class, or of the other zone */
	VIRGIN,     /* a place where no block has been yet */
	SELF,
	DAMAGES
};

/* The blocks of a case: two free ones of the tested pool or commons, and those that a damaged link
 * may name. */
static struct scene {
	unsigned char *free, *first, *live, *other, *virgin;
} scene;

static uint32_t offset(const void *place)
{
	return offset_of(&unit_heap, place);
}

static uint32_t bad_link(enum damage damage)
{
	switch (damage) {
	case WILD:
		return offset(unit_arena() + 65536 * 16);
	case ALL_ONES:
		return UINT32_MAX;
	case METADATA: /* not offset 0, which ends a list */
		return offset(unit_arena() + 16) ? offset(unit_arena() + 16)
						 : offset(unit_arena() + 48);
	case MISALIGNED:
		return offset(scene.free) + 1;
	case INSIDE:
		return offset(scene.free) + TARN_ALIGN;
	case LIVE:
		return offset(scene.live);
	case OTHER:
		return offset(scene.other);
	case VIRGIN:
		return offset(scene.virgin);
	default:
		return offset(scene.first);
	}
}

/* ---- Commons */

#define RUN_BYTES 72

/* The word that a run stores for `link`. */
static uint32_t coded(const void *run, uint32_t link)
{
	return link_of(&unit_heap, offset(run), link);
}

/* Two free runs on one bin's list, with live blocks between them, and unused arena after them. */
static bool commons_scene(void)
{
	unsigned char *blocks[5];

	if (!unit_make(&unit_heap, unit_arena(), 2048,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_REFUSE}, TARN_POOLS))
		return false;
	for (uint32_t i = 0; i < 5; i++)
		blocks[i] = tarn_alloc(&unit_heap, RUN_BYTES);
	scene.live = blocks[2];
	scene.virgin = unit_arena() + 2048 - 256;
	scene.other = unit_arena() + 2048 - 512;
	if (TARN_POOLS) {
		scene.other = tarn_alloc(&unit_heap, 24);
		tarn_free(&unit_heap, scene.other);
	}
	tarn_free(&unit_heap, blocks[1]);
	tarn_free(&unit_heap, blocks[3]);
	unit_drain(&unit_heap);
	last_put(&unit_heap);
	/* At level 3 the quarantine may give them back in any order. The first is the run that
	 * names the other. */
	uint32_t next = 0;

	CHECK(list_next(&unit_heap, offset(blocks[3]), &next));
	scene.first = next == offset(blocks[1]) ? blocks[3] : blocks[1];
	scene.free = scene.first == blocks[1] ? blocks[3] : blocks[1];
	CHECK(list_next(&unit_heap, offset(scene.first), &next));
	CHECK_EQ(next, offset(scene.free));
	return CHECK_SOUND(&unit_heap);
}

/* Tarn must not hand out the damaged run. It hands out another, or nothing. */
static void damage_next(enum damage damage, bool raw)
{
	NEED(commons_scene());
	struct node *node = node_at(&unit_heap, offset(scene.first));
	uint32_t good = node->next;

	node->next = raw ? bad_link(damage) : coded(scene.first, bad_link(damage));
	CHECK(tarn_check(&unit_heap, NULL) != 0);
	void *block = tarn_alloc(&unit_heap, RUN_BYTES);
	EXPECT_FAULT(TARN_FAULT_LINK, &unit_heap, scene.first);
	CHECK(block != NULL && block != scene.first && block != scene.live);
	CHECK(tarn_is_live(&unit_heap, block));
	CHECK(!tarn_is_live(&unit_heap, scene.first));
	tarn_free(&unit_heap, block);
	unit_drain(&unit_heap);
	unit_faults = 0; /* level 3: giving back the quarantine found the damaged run again */
	node->next = good;
	CHECK_SOUND(&unit_heap);
}

static void every_damage_to_next(void)
{
	NEED_COMMONS;
	for (uint32_t damage = 0; damage < DAMAGES; damage++)
		for (uint32_t raw = 0; raw < 2; raw++)
			damage_next((enum damage)damage, raw);
}

/* The two free runs name each other. If their links disagree, either may be damaged. A call that
 * meets both reports both. */
static void expect_damage(void)
{
	CHECK(unit_faults >= 1 && unit_faults <= 2);
	CHECK_EQ(unit_fault.kind, TARN_FAULT_LINK);
	CHECK(unit_fault.pointer == scene.first || unit_fault.pointer == scene.free);
	unit_faults = 0;
}

/* Frees a neighbour of a damaged run. Tarn frees it, but does not merge the two. */
static void damage_and_merge(enum damage damage, bool prev, bool raw)
{
	NEED(commons_scene());
	struct node *node = node_at(&unit_heap, offset(scene.first));
	uint32_t *link = prev ? &node->prev : &node->next;
	uint32_t good = *link;
	uint32_t free_before = unit_commons_free(&unit_heap);

	*link = raw ? bad_link(damage) : coded(scene.first, bad_link(damage));
	tarn_free(&unit_heap, scene.live);
	unit_drain(&unit_heap);
	expect_damage();
	CHECK(!tarn_is_live(&unit_heap, scene.live));
	CHECK_EQ(unit_commons_free(&unit_heap), free_before + BLOCK(RUN_BYTES));
	*link = good;
}

static void every_damage_meets_a_merge(void)
{
	NEED_COMMONS;
	for (uint32_t damage = 0; damage < DAMAGES; damage++) {
		for (uint32_t how = 0; how < 4; how++)
			damage_and_merge((enum damage)damage, how & 1, how & 2);
	}
}

/* There was at least one fault, and all were about links. */
static void expect_links(void)
{
	CHECK(unit_faults >= 1);
	CHECK_EQ(unit_fault.kind, TARN_FAULT_LINK);
	unit_faults = 0;
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

/* Two forged words put a run on a list of longer ones. */
static void a_run_that_is_too_short_for_its_list(void)
{
	void *run[4];

	NEED_COMMONS;
	SKIP_UNLESS(TARN_HARDEN < 3, "the quarantine gives back in another order");
	NEED(MAKE_COMMONS(2048));
	for (uint32_t i = 0; i < 4; i++)
		run[i] = tarn_alloc(&unit_heap, ROOM((i ? 5 : 10) * TARN_ALIGN));
	while (tarn_alloc(&unit_heap, 1))
		;
	tarn_free(&unit_heap, run[0]);
	tarn_free(&unit_heap, run[2]);
	last_put(&unit_heap);
	node_at(&unit_heap, offset(run[0]))->next = node_at(&unit_heap, offset(run[2]))->prev =
		coded(run[0], offset(run[2]));
	for (uint32_t i = 0; i < 2; i++)
		CHECK(tarn_alloc(&unit_heap, ROOM(8 * TARN_ALIGN)) != run[2]);
	unit_faults = 0;
	CHECK(tarn_is_live(&unit_heap, run[1]) && tarn_is_live(&unit_heap, run[3]));
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

/* A block cannot grow over a damaged right neighbour, so it moves. */
static void a_damaged_neighbour_is_not_grown_into(void)
{
	NEED_COMMONS;
	NEED(commons_scene());
	unsigned char *left = scene.first - BLOCK(RUN_BYTES);
	uint32_t charged = TARN_TAGS ? tag_told(0).live : 0;

	node_at(&unit_heap, offset(scene.first))->next = 0xdead0008;
	unit_fill(left, RUN_BYTES, 3);
	void *moved = tarn_realloc(&unit_heap, left, RUN_BYTES + 16);
	expect_damage();
	CHECK(moved != NULL && moved != left);
	CHECK(unit_holds(moved, RUN_BYTES, 3));
	if (TARN_TAGS)
		CHECK_EQ(tag_told(0).live, charged + BLOCK(RUN_BYTES + 16) - BLOCK(RUN_BYTES));
}

void are_links_validated(void)
{
	CASE(every_damage_to_next);
	CASE(every_damage_meets_a_merge);
	CASE(a_list_that_is_a_circle);
	CASE(a_run_that_is_too_short_for_its_list);
	CASE(a_link_into_a_live_block_of_a_pool);
	CASE(a_damaged_neighbour_is_not_grown_into);
}
