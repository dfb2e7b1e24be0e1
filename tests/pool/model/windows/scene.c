/* SPDX-License-Identifier: MIT
 * The scene: which blocks there are and whose they are, and what must hold of them. */
#include <string.h>

#include "random.h"
#include "windows.h"

struct scene now;

/* A granule more than `bytes`, in whole granules */
#define SIZE(bytes) ((bytes + 2 * TARN_ALIGN - 1) / TARN_ALIGN * TARN_ALIGN)
static struct tarn_class class[] = {
	{SIZE(24), 6, 0, TARN_TO_COMMONS},
	{SIZE(48), 4, 0, TARN_TO_LARGER},
	{SIZE(64), 3, 0, TARN_TO_COMMONS | TARN_TO_LARGER | TARN_TO_LAST},
	{SIZE(80), 2, 0, 0},
};
static uint8_t map[TARN_MAP_ENTRIES];
static struct tarn_table table = {class, map, TARN_POOLS ? 4 : 0};

uint32_t below(uint32_t bound)
{
	return random_below(&now.state, bound);
}

static unsigned char pattern(uint32_t mark, uint32_t i)
{
	return (unsigned char)((mark * UINT32_C(40503) ^ i * UINT32_C(2654435761)) >> 11);
}

/* Enters a block for `tag` that Tarn returned. It must overlap no other. */
void own_as(void *place, uint32_t size, uint32_t tag)
{
	struct block *block = &now.block[now.blocks];
	unsigned char *from = place;

	if (!place)
		return;
	if (now.blocks == BLOCKS_MOST)
		broken("more blocks than the arena can hold");
	if (from < now.arena || from + size > now.arena + ARENA_BYTES ||
	    (uintptr_t)place % TARN_ALIGN)
		broken("a block lies outside the arena, or misaligned");
	for (uint32_t i = 0; i < now.blocks; i++) {
		const struct block *other = &now.block[i];

		if (from < other->place + (other->size ? other->size : 1) &&
		    other->place < from + (size ? size : 1))
			broken("a block is handed out twice");
	}
	*block = (struct block){place, size, ++now.marks, tag};
	for (uint32_t i = 0; i < size; i++)
		from[i] = pattern(block->mark, i);
	now.blocks++;
}

void own(void *place, uint32_t size)
{
	own_as(place, size, payer);
}

static void check_contents(const struct block *block)
{
	for (uint32_t i = 0; i < block->size; i++) {
		if (block->place[i] != pattern(block->mark, i))
			broken("a block lost its contents");
	}
	if (!tarn_is_live(&now.heap, block->place))
		broken("a block that was never freed is not live");
}

static void check_walk(void)
{
	struct tarn_block block = {.pointer = NULL};
	uint32_t count = 0;

	while (tarn_walk(&now.heap, &block))
		count++;
	if (count != now.blocks)
		broken("the walk sees other blocks than those that are live");
}

/* Checks everything, when no call is in progress. */
void check_all(void)
{
	struct tarn_heap_stats heap;
	uint32_t live = 0;

	for (uint32_t i = 0; i < now.blocks; i++)
		check_contents(&now.block[i]);
	if (tarn_check(&now.heap, NULL))
		broken("tarn_check finds a broken invariant");
	check_walk();
	tarn_heap_stats(&now.heap, &heap);
	for (uint32_t i = 0; i <= heap.classes; i++) {
		struct tarn_class_stats stats;

		tarn_class_stats(&now.heap, i, &stats);
		live += stats.live;
	}
	if (TARN_COUNT && live != now.blocks)
		broken("the counters of live blocks are wrong");
	watch_check();
	check_tags();
	if (faults != expected)
		broken("a wrong number of faults");
}

/* Makes the commons a comb: blocks of one bin, nearly all of the shorter length in it, and every
 * second one free. A request for the longer length must look at run after run, in many windows. */
static void comb(void)
{
	uint32_t count = 0;

	while (now.blocks < BLOCKS_MOST) {
		uint32_t size = (below(8) ? 12 : 13) * TARN_ALIGN - TARN_RECORD;
		void *place = tarn_alloc(&now.heap, size);

		if (!place)
			break;
		own(place, size);
	}
	for (uint32_t i = now.blocks; i--;) {
		if (count++ & 1)
			continue;
		tarn_free(&now.heap, now.block[i].place);
		now.block[i] = now.block[--now.blocks];
	}
}

static void make_heap(void)
{
	if (tarn_init(&now.heap, now.arena, ARENA_BYTES, &table, NULL) != TARN_OK)
		broken("the scene's table does not fit");
	watch_begin_scene();
}

static void live(uint32_t steps)
{
	for (uint32_t i = 0; i < steps; i++) {
		uint32_t tag = below(4);

		if (tag)
			context_enter(tag);
		if (below(8) < 5 || !now.blocks) {
			uint32_t size = below(below(4) ? 80 : 250);

			own(tarn_alloc(&now.heap, size), size);
		} else {
			uint32_t at = below(now.blocks);

			tarn_free(&now.heap, now.block[at].place);
			now.block[at] = now.block[--now.blocks];
		}
		if (tag)
			context_leave(tag);
	}
}

/* Uses the heap for a while, until about two thirds of it are taken, or nearly all. Every third
 * heap was made twice, and used in the same way for longer before. Its arena still holds the old
 * blocks. */
void make_scene(uint32_t seed)
{
	uint32_t steps;

	memset(&now, 0, sizeof(now));
	memset(now.arena, seed & 1 ? 0xff : 0, ARENA_BYTES);
	now.state = random32_seed(seed);
	tarn_table_map(map, class, table.classes);
	make_heap();
	if (seed % 4 == 0) {
		comb();
		return;
	}
	steps = below(8) * 12;
	if (seed % 3 == 0) {
		uint32_t state = now.state;

		live(steps + 40);
		now.blocks = 0;
		now.state = state;
		make_heap();
	}
	live(steps);
}
