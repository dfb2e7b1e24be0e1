/* SPDX-License-Identifier: MIT
 * The heap of a scene. */
#include "scene.h"

#include <stddef.h>

#include "contents.h"
#include "tarn_table.h"

struct scene scene;

#define SIZE(bytes) (((bytes) + 2 * TARN_ALIGN - 1) / TARN_ALIGN * TARN_ALIGN)
#define IN_COMMONS  (TARN_COMMONS ? TARN_TO_COMMONS : TARN_REFUSE)
#if TARN_POOLS
#define CLASSES(CLASS)                                                    \
	CLASS(SIZE(24), 6, 0, IN_COMMONS)                                 \
	CLASS(SIZE(48), 4, 0, TARN_TO_LARGER)                             \
	CLASS(SIZE(64), 3, 0, IN_COMMONS | TARN_TO_LARGER | TARN_TO_LAST) \
	CLASS(SIZE(80), 2, 0, TARN_REFUSE)
#else
#define CLASSES TARN_NO_CLASSES
#endif
TARN_TABLE(table, CLASSES);
TARN_TABLE_FITS(table, CLASSES, SCENE_ARENA);

#define SMALL_MOST (SIZE(80) - TARN_RECORD)
#define LARGE_MOST 200

/* ---- Blocks */

uint32_t scene_class_for(uint32_t size)
{
	uint32_t i = 0;

	while (i < table.classes && size + TARN_RECORD > table.size_class[i].size)
		i++;
	return i;
}

/* The pools follow each other in the order of the table. The commons come after them. */
uint32_t scene_class_at(const void *at)
{
	uint32_t offset = (uint32_t)((const unsigned char *)at - scene.pools);
	uint32_t i = 0;
	uint32_t end = 0;

	for (; i < table.classes; i++) {
		end += table.size_class[i].size * table.size_class[i].blocks;
		if (offset < end)
			break;
	}
	return i;
}

static const char *overlap(const unsigned char *at, uint32_t size)
{
	if (at < scene.arena || at + size > scene.arena + SCENE_ARENA || (uintptr_t)at % TARN_ALIGN)
		return "outside";
	for (uint32_t i = 0; i < scene.blocks; i++) {
		const struct held_block *other = &scene.block[i];

		if (at < other->at + other->size && other->at < at + size)
			return "overlap";
	}
	return NULL;
}

/* Counts a request that returned NULL. Before it, the tag had `before` refusals. */
static void count_null(uint32_t size, uint32_t tag, uint32_t before)
{
	if (scene_overs(tag) > before)
		scene.over[tag]++;
	else
		scene.refused[scene_class_for(size)]++;
}

const char *scene_own(void *block, uint32_t size)
{
	return scene_own_as(block, size, scene.payer);
}

uint32_t scene_disown(uint32_t tag)
{
	uint32_t count = 0;

	for (uint32_t i = scene.blocks; i--;) {
		if (scene.block[i].tag != tag)
			continue;
		scene_busy(i);
		count++;
	}
	return count;
}

const char *scene_own_as(void *block, uint32_t size, uint32_t tag)
{
	unsigned char *at = block;
	const char *wrong;

	if (!block) {
		count_null(size, tag, scene.over[tag]);
		return NULL;
	}
	wrong = overlap(at, size);
	if (wrong)
		return wrong;
	if (scene.blocks == SCENE_BLOCKS)
		return "too-many";
	scene.block[scene.blocks++] = (struct held_block){at, size, ++scene.marks, tag};
	pattern_fill(at, size, scene.marks);
	return NULL;
}

struct held_block scene_busy(uint32_t at)
{
	struct held_block block = scene.block[at];

	scene.block[at] = scene.block[--scene.blocks];
	return block;
}

const char *scene_whole(const struct held_block *block, uint32_t size)
{
	return pattern_holds(block->at, size, block->mark) ? NULL : "contents";
}

/* ---- Requests and frees */

static const char *ask(uint32_t size)
{
	uint32_t before = scene_overs(scene.payer);
	void *block = tarn_alloc(&scene.heap, size);

	if (block)
		return scene_own(block, size);
	count_null(size, scene.payer, before);
	return NULL;
}

/* Often the size that the interrupted call asks for, so that both want the same block. */
static uint32_t some_size(void)
{
	if (scene.asked && !scene_below(4))
		return scene.asked;
	return 1 + (scene_below(4) ? scene_below(SMALL_MOST) : scene_below(LARGE_MOST));
}

static const char *give(void)
{
	struct held_block block = scene_busy(scene_below(scene.blocks));
	const char *wrong = scene_whole(&block, block.size);

	if (!wrong)
		tarn_free(&scene.heap, block.at);
	return wrong;
}

static const char *resize(void)
{
	struct held_block block = scene_busy(scene_below(scene.blocks));
	uint32_t size = some_size();
	const char *wrong = scene_whole(&block, block.size);
	uint32_t before = scene_overs(block.tag);
	unsigned char *moved;

	if (wrong)
		return wrong;
	moved = tarn_realloc(&scene.heap, block.at, size);
	if (!moved) {
		count_null(size, block.tag, before);
		scene.block[scene.blocks++] = block;
		return NULL;
	}
	block.at = moved;
	wrong = scene_whole(&block, block.size < size ? block.size : size);
	return wrong ? wrong : scene_own_as(moved, size, block.tag);
}

const char *scene_heap_action(void)
{
	uint32_t dice = scene_below(8);

	if (dice < 4 || !scene.blocks)
		return ask(some_size());
	return dice < 7 ? give() : resize();
}

bool scene_call(struct ruler_call *call, uintptr_t function, uintptr_t a, uintptr_t b, uintptr_t c)
{
	*call = (struct ruler_call){.function = function, .argument = {a, b, c}};
	return true;
}

bool scene_any(const struct ruler_call *call)
{
	(void)call;
	return true;
}

const char *scene_nothing(const struct ruler_call *call)
{
	(void)call;
	return NULL;
}

const char *scene_look(void)
{
	return look(&scene.heap, &scene.seen, true);
}

static void set(void *where, unsigned char value, uint32_t bytes)
{
	for (unsigned char *at = where; bytes--;)
		*at++ = value;
}

static uint32_t commons_free(void)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(&scene.heap, &stats);
	return stats.commons_free;
}

static void make_heap(void)
{
	if (tarn_init(&scene.heap, scene.arena, SCENE_ARENA, &table, NULL) != TARN_OK)
		scene.wrong = "init";
	scene.pools = tarn_alloc(&scene.heap, 1);
	tarn_free(&scene.heap, scene.pools);
	scene.free_at_first = commons_free();
#ifndef PORT_BARE_METAL
	scene_watch_begin();
#endif
}

static void live(uint32_t steps)
{
	for (uint32_t i = 0; i < steps; i++) {
		bool level = TARN_TAGS && scene_below(2);
		const char *wrong;

		if (level)
			scene_enter(LEVEL);
		wrong = scene_below(3) || !scene.blocks ? ask(some_size()) : give();
		if (level)
			scene_leave(LEVEL);
		if (wrong)
			scene.wrong = wrong;
	}
}

/* With tags, every third arena was a heap before, with the same requests and more. Its records are
 * still there. */
void scene_make(uint32_t seed)
{
	uint32_t steps;

	tarn_forget(&scene.heap); /* this heap is overwritten now */
	set(&scene, 0, sizeof(scene));
	set(scene.arena, seed & 1 ? 0xff : 0, SCENE_ARENA);
	scene.random = random32_seed(seed);
	scene.payer = tarn_tag_now();
	make_heap();
	steps = 8 + scene_below(8) * 8;
	if (TARN_TAGS && seed % 3 == 0) {
		uint32_t random = scene.random;

		live(steps + 24);
		scene.random = random;
		scene.blocks = 0;
		set(scene.refused, 0, sizeof(scene.refused));
		make_heap();
	}
	live(steps);
	if (!scene.wrong)
		scene.wrong = scene_look();
}

/* ---- What must hold */

/* The heap may have refused a chunk to an object pool, too. */
static const char *check_counters(const uint32_t *live, uint32_t others)
{
	for (uint32_t i = 0; i <= SCENE_CLASSES; i++) {
		struct tarn_class_stats stats;

		tarn_class_stats(&scene.heap, i, &stats);
		if ((i < table.classes || TARN_COUNT) && stats.live != live[i])
			return "counter-live";
		if (TARN_COUNT && stats.allocations - stats.frees != live[i])
			return "counter-frees";
		if (stats.refused < scene.refused[i] ||
		    (stats.refused > scene.refused[i] && !(others && i == SCENE_CLASSES)))
			return "counter-refused";
		if (i < table.classes && stats.peak < live[i])
			return "counter-peak";
	}
	return NULL;
}

/* Each byte of the commons is in a block or free. */
static const char *check_walk(uint32_t others)
{
	struct tarn_block block = {.pointer = NULL};
	uint32_t live[SCENE_CLASSES + 1] = {0};
	uint32_t count = 0;
	uint32_t bytes = 0;

	while (tarn_walk(&scene.heap, &block)) {
		if (block.class_index > SCENE_CLASSES || ++count > SCENE_BLOCKS)
			return "walk";
		live[block.class_index]++;
		bytes += block.class_index == SCENE_CLASSES ? block.bytes : 0;
	}
	if (count != scene.blocks + others)
		return count < scene.blocks + others ? "lost" : "leak";
	if (TARN_HARDEN < 3 && commons_free() + bytes != scene.free_at_first)
		return "commons-bytes";
	return check_counters(live, others);
}

const char *scene_check(uint32_t others)
{
	const char *wrong;

	if (scene.wrong)
		return scene.wrong;
	for (uint32_t i = 0; i < scene.blocks; i++) {
		wrong = scene_whole(&scene.block[i], scene.block[i].size);
		if (wrong)
			return wrong;
		if (!tarn_is_live(&scene.heap, scene.block[i].at))
			return "not-live";
	}
	if (tarn_check(&scene.heap, NULL))
		return "tarn_check";
	if (scene_look())
		return scene_look();
#ifndef PORT_BARE_METAL
	if (scene_check_watch())
		return scene_check_watch();
#endif
	wrong = check_walk(others);
	return wrong ? wrong : scene_check_tags(others);
}

/* Allocates every block of every pool that is not an object pool's. (At level 3 the quarantine may
 * hold a block while another pool has room.) */
static const char *fill_pools(void)
{
	for (uint32_t i = 0; i < table.classes; i++) {
		struct tarn_class_stats stats;

		tarn_class_stats(&scene.heap, i, &stats);
		for (uint32_t n = stats.live; n < stats.capacity; n++) {
			uint32_t size = table.size_class[i].size - TARN_RECORD;
			void *block = tarn_alloc(&scene.heap, size);
			const char *wrong = scene_own(block, size);

			if (wrong)
				return wrong;
			if (!block || (TARN_HARDEN < 3 && scene_class_at(block) != i))
				return "lost-block";
		}
	}
	return NULL;
}

static const char *free_all(void)
{
	while (scene.blocks) {
		const char *wrong = give();

		if (wrong)
			return wrong;
	}
	return NULL;
}

const char *scene_drain(uint32_t others)
{
	const char *wrong = free_all();

	for (uint32_t tag = 0; TARN_TAGS && tag <= TARN_TAGS; tag++)
		tarn_tag_limit(&scene.heap, tag, TARN_NO_LIMIT);
	if (!wrong)
		wrong = scene_check(others);
	if (!wrong)
		wrong = fill_pools();
	if (!wrong)
		wrong = free_all();
	if (!wrong)
		wrong = scene_check(others);
	if (!wrong && scene.faults)
		wrong = "fault";
	return wrong;
}
