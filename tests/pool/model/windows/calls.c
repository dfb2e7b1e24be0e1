/* SPDX-License-Identifier: MIT
 * The interrupted calls, and the interrupts. */
#include <string.h>

#include "windows.h"

struct block busy;

/* Takes a block off the list, for the interrupted call. */
static bool take_busy(void)
{
	uint32_t at;

	if (!now.blocks)
		return false;
	at = below(now.blocks);
	busy = now.block[at];
	now.block[at] = now.block[--now.blocks];
	return true;
}

static uint32_t some_size(void)
{
	return below(below(3) ? 80 : 300);
}

/* ---- What an interrupt does */

const char *const handler_names[] = {
	"alloc small",    "alloc large", "free",       "free the same", "realloc",
	"free and alloc", "bad free",    "free a tag", "limit a tag",
};

static void free_some(void)
{
	uint32_t at;

	if (!now.blocks)
		return;
	at = below(now.blocks);
	tarn_free(&now.heap, now.block[at].place);
	now.block[at] = now.block[--now.blocks];
}

static void realloc_some(void)
{
	struct block block;
	uint32_t size = some_size();
	uint32_t at;
	void *moved;

	if (!now.blocks)
		return;
	at = below(now.blocks);
	block = now.block[at];
	moved = tarn_realloc(&now.heap, block.place, size);
	if (!moved)
		return;
	now.block[at] = now.block[--now.blocks];
	own_as(moved, size, block.tag);
}

static bool freeing; /* the interrupted call frees `busy` */

static void handle_blocks(uint32_t handler)
{
	uint32_t size = handler == 1 ? 100 + below(300) : below(70);

	switch (handler) {
	case 0:
	case 1:
		own(tarn_alloc(&now.heap, size), size);
		break;
	case 2:
		free_some();
		break;
	case 3:
		if (!freeing)
			break;
		expected++;
		tarn_free(&now.heap, busy.place);
		break;
	case 4:
		realloc_some();
		break;
	case 5:
		free_some();
		own(tarn_alloc(&now.heap, size), size);
		break;
	default:
		expected++;
		tarn_free(&now.heap, now.arena + 1);
	}
}

void handle(uint32_t handler)
{
	context_enter(2);
	if (handler < 7)
		handle_blocks(handler);
	else
		handle_tags(handler);
	context_leave(2);
}

/* ---- What is interrupted */

const char *const call_names[] = {
	"alloc",          "alloc large",     "zeroed",     "aligned", "free",         "realloc",
	"realloc larger", "realloc smaller", "cost",       "largest", "check",        "walk",
	"stats",          "leaks",           "free a tag", "budgets", "alloc tagged",
};

static void nothing(void *context, const char *text, size_t length)
{
	(void)context, (void)text, (void)length;
}

static void call_free(void)
{
	if (!take_busy())
		return;
	freeing = true;
	tarn_free(&now.heap, busy.place);
	freeing = false;
	busy.place = NULL;
}

static void call_realloc(uint32_t size)
{
	struct block was;
	unsigned char copy[400];
	unsigned char *moved;

	if (!take_busy())
		return;
	was = busy;
	memcpy(copy, was.place, was.size);
	resizing = true;
	moved = tarn_realloc(&now.heap, was.place, size);
	resizing = false;
	busy.place = NULL;
	if (!moved) {
		now.block[now.blocks++] = was;
		return;
	}
	if (memcmp(moved, copy, was.size < size ? was.size : size) != 0)
		broken("a realloc loses the contents");
	own_as(moved, size, was.tag);
}

/* The walk must visit each block that stays live, and visit it once. */
static void call_walk(void)
{
	struct tarn_block block = {.pointer = NULL};
	struct scene before;
	uint32_t seen[BLOCKS_MOST] = {0};

	before.blocks = now.blocks;
	memcpy(before.block, now.block, sizeof(now.block));
	while (tarn_walk(&now.heap, &block)) {
		for (uint32_t i = 0; i < before.blocks; i++)
			seen[i] += before.block[i].place == block.pointer;
	}
	for (uint32_t i = 0; i < before.blocks; i++) {
		bool stayed = false;

		for (uint32_t k = 0; k < now.blocks; k++)
			stayed |= now.block[k].place == before.block[i].place &&
				  now.block[k].mark == before.block[i].mark;
		if (stayed && seen[i] != 1)
			broken("the walk misses a block that stayed, or sees it twice");
	}
}

static void call_reader(uint32_t which)
{
	struct tarn_heap_stats stats;

	switch (which) {
	case 8:
		tarn_cost(&now.heap, some_size());
		break;
	case 9:
		tarn_largest(&now.heap);
		break;
	case 10:
		if (tarn_check(&now.heap, NULL))
			broken("tarn_check takes an interrupt's work for a broken invariant");
		break;
	case 11:
		call_walk();
		break;
	case 12:
		tarn_heap_stats(&now.heap, &stats);
		break;
	default:
		tarn_report_leaks(&now.heap, nothing, NULL);
		tarn_report_map(&now.heap, nothing, NULL);
	}
}

static void call_blocks(uint32_t which)
{
	uint32_t size = some_size();
	unsigned char *place;

	switch (which) {
	case 0:
		size = below(70);
		own(tarn_alloc(&now.heap, size), size);
		break;
	case 1:
		size = below(2) ? size + 100
				: 13 * TARN_ALIGN - TARN_RECORD; /* one of the comb's */
		own(tarn_alloc(&now.heap, size), size);
		break;
	case 2:
		place = tarn_alloc_zeroed(&now.heap, size, 1);
		for (uint32_t i = 0; place && i < size; i++) {
			if (place[i])
				broken("a zeroed block is not zero");
		}
		own(place, size);
		break;
	case 3:
		own(tarn_alloc_aligned(&now.heap, 16u << below(4), size), size);
		break;
	case 4:
		call_free();
		break;
	case 5:
		call_realloc(size);
		break;
	case 6:
		call_realloc(100 + size);
		break;
	case 7:
		call_realloc(below(20));
		break;
	default:
		call_reader(which);
	}
}

void call(uint32_t which)
{
	context_enter(1);
	if (which < 14)
		call_blocks(which);
	else
		call_tags(which);
	context_leave(1);
}
