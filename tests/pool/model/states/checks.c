/* SPDX-License-Identifier: MIT
 * What must hold in every state. The calls tell which blocks are live: Tarn is not asked. */
#include <string.h>

#include "print.h"
#include "states.h"

static uint32_t pool_first[TARN_CLASSES_MAX + 1]; /* granule of each pool's first block */
static uint32_t runs_first, runs_end;             /* the commons' blocks, without the sentinel */

uint32_t granule_at(const void *pointer)
{
	return (uint32_t)((const unsigned char *)pointer - now.arena) / TARN_ALIGN;
}

static void *at_offset(uint32_t offset)
{
	return at(&now.heap, offset);
}

void checks_start(void)
{
	struct tarn_heap_stats stats;
	uint32_t at;

	tarn_heap_stats(&now.heap, &stats);
	runs_end = arena_bytes / TARN_ALIGN;
	runs_first = runs_end - stats.commons / TARN_ALIGN;
	at = runs_first - 1; /* the sentinel */
	if (!stats.commons)  /* then unused bytes may lie between the pools and the arena's end */
		at = granule_at(at_offset(pool_of(&now.heap, world->classes)->start));
	pool_first[world->classes] = at;
	for (uint32_t i = world->classes; i--;) {
		struct tarn_class_stats class;

		tarn_class_stats(&now.heap, i, &class);
		at -= class.capacity * (class.size / TARN_ALIGN);
		pool_first[i] = at;
	}
}

/* The granules of a block at `at`: those of its class, or as many as requested. */
static uint32_t block_length(uint32_t at, uint32_t granules)
{
	uint32_t index = 0;

	if (at >= runs_first)
		return granules;
	while (index + 1 < world->classes && at >= pool_first[index + 1])
		index++;
	return world->class[index].size / TARN_ALIGN;
}

void enter(const void *block, uint32_t granules)
{
	uint32_t at = granule_at(block);
	uint32_t length;

	if (((uintptr_t)block & (TARN_ALIGN - 1)) || at >= runs_end || at < pool_first[0] ||
	    (at >= pool_first[world->classes] && at < runs_first))
		broken("a block lies outside pools and commons");
	length = block_length(at, granules);
	if (length < granules || at + length > runs_end)
		broken("a block is too small");
	for (uint32_t i = 0; i < at + length; i++) {
		if (now.length[i] && i + now.length[i] > at)
			broken("a block overlaps a live one");
	}
	now.length[at] = (uint8_t)length;
}

/* ---- States */

void check_state(void)
{
	struct tarn_broken where;

	now.heap.touched = 0;
	if (tarn_check(&now.heap, &where)) {
		print_text("tarn_check: invariant ");
		print_u64(where.invariant);
		print_text(" is broken at offset ");
		print_u64(where.offset);
		print_newline();
		broken("tarn_check finds a broken invariant");
	}
	if (faults)
		broken("a good call raised a fault");
}

/* Offers every granule, and some misaligned bytes, to tarn_free. It accepts only starts of live
 * blocks. All others must raise a fault and change nothing. */
void check_every_granule(const struct image *before)
{
	uint32_t refused = 0;

	for (uint32_t i = 0; i < arena_bytes / TARN_ALIGN; i++) {
		unsigned char *place = now.arena + i * TARN_ALIGN;

		if (tarn_is_live(&now.heap, place) != (now.length[i] != 0))
			broken("tarn_is_live is wrong");
		if (now.length[i])
			place += 1 + i % (TARN_ALIGN - 1);
		tarn_free(&now.heap, place);
		if (++refused != faults)
			broken("tarn_free accepts a pointer that is no live block's start");
	}
	faults = 0;
	now.heap.touched = before->heap.touched;
	memcpy(now.heap.faults, before->heap.faults, sizeof(now.heap.faults));
	if (memcmp(&now, before, offsetof(struct image, arena) + arena_bytes) != 0)
		broken("a refused free changed the heap");
}
