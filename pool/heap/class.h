/* SPDX-License-Identifier: MIT
 * Pools: equal blocks, reserved for one size class. All of it runs inside the caller's lock window
 * and in constant time. */
#ifndef TARN_CLASS_H
#define TARN_CLASS_H

#include "../guard/guard.h"
#include "heap.h"

/* The pool in which `offset` lies, below the commons. `named` is the S of its word. Pools that
 * begin later in the word follow the one that S names. */
static inline struct pool *pool_holding(const struct tarn_heap *heap, uint32_t offset,
					uint32_t named)
{
	struct pool *pool = (struct pool *)heap->planes - (named & ~TWO_POOLS);

	while (offset >= pool_end(pool))
		pool--;
	return pool;
}

ALWAYS uint32_t pool_index(const struct tarn_heap *heap, const struct pool *pool)
{
	return (uint32_t)((const struct pool *)heap->planes - pool) - 1;
}

/* The bytes of a pool's block. */
ALWAYS uint32_t pool_bytes(const struct tarn_heap *heap, const struct pool *pool)
{
#if TARN_TAGS > 0
	(void)heap;
	return pool->bytes;
#else
	return heap->size_class[pool_index(heap, pool)].size;
#endif
}

/* The check word of a free block, which lies after its link. The link is the offset of the next
 * free block, or 0 (I3).
 *
 * A use after free may write to the link. pool_pop compares the check word before it hands the
 * block out and makes the link the head. Otherwise a later request would be given any memory. The
 * sum keeps two flips of one bit each from cancelling each other out. */
ALWAYS uint32_t pool_check(const struct tarn_heap *heap, uint32_t offset, uint32_t next)
{
	uint32_t mixed = next ^ heap->key;

	return (mixed + rotate_right(mixed, 7)) ^ offset;
}

ALWAYS void pool_count(struct tarn_heap *heap, struct pool *pool, uint32_t offset)
{
	pool->live++;
#if TARN_HARDEN >= 3
	struct tally *tally = tally_of(heap, pool_index(heap, pool));

	if ((pool->live & LIVE_MASK) > tally->peak)
		tally->peak = pool->live & LIVE_MASK;
#endif
	touch(heap, offset);
}

/* Takes the block that was freed last, the one at `offset`. The caller then calls pool_count.
 *
 * NULL, and nothing changed, iff the link is damaged, or the block is live. It is live where
 * somebody wrote an old link back. */
ALWAYS struct node *pool_pop(struct tarn_heap *heap, struct pool *pool, uint32_t offset)
{
	struct node *node = node_at(heap, offset);
	struct pair *pair = pair_at(heap, offset);
	uint32_t bit = bit_of(offset);
	uint32_t next;
	uint32_t check;
	uint32_t live;

	FORGET(node); /* so that one instruction loads both */
	next = node->next;
	check = node->prev;
	if (unlikely(check != pool_check(heap, offset, next)))
		return NULL;
	live = pair->live;
	if (unlikely(live & bit))
		return NULL;
	pair->live = live | bit;
	pool->head = next;
	guard_taken(node, UINT32_MAX);
	return node;
}

/* Gives a block back whose L bit is clear. */
ALWAYS void pool_push(struct tarn_heap *heap, struct pool *pool, uint32_t offset, void *block)
{
	struct node *node = block;
	uint32_t next = pool->head;
	uint32_t check = pool_check(heap, offset, next);

	node->next = next;
	node->prev = check;
	pool->head = offset;
	pool->live--;
	touch(heap, offset);
}

/* The number of the block that lies `distance` bytes after a pool's start; *rest is how far into
 * the block that is. Shifts and subtracts, because Cortex-M0 has no divide. */
static inline uint32_t pool_block(uint32_t distance, uint32_t size, uint32_t *rest)
{
	uint32_t blocks = 0;
	uint32_t step = 0;

	while (size << step <= distance >> 1)
		step++;
	for (; step <= 31; step--) {
		if (size << step <= distance) {
			distance -= size << step;
			blocks += UINT32_C(1) << step;
		}
	}
	*rest = distance;
	return blocks;
}

/* Has a pool `blocks` (1 or 2) to spare? */
static inline bool pool_spares(const struct tarn_heap *heap, const struct pool *pool, uint32_t size,
			       uint32_t blocks)
{
	blocks += pool->live & LIVE_MASK;
#if TARN_HARDEN >= 3
	blocks += tally_of(heap, pool_index(heap, pool))->quarantined;
#endif
	(void)heap;
	return blocks * size <= pool_end(pool) - pool->start;
}

/* Are all blocks of a class aligned? */
static inline bool class_aligned(const struct tarn_heap *heap, uint32_t index, size_t align)
{
	uintptr_t start = heap->base + pool_of(heap, index)->start;

	return ((start | heap->size_class[index].size) & (align - 1)) == 0;
}

/* The first class whose blocks have `granules`; `classes` if none has. */
static inline uint32_t class_for(const struct tarn_heap *heap, uint32_t granules)
{
	uint32_t index;

	if (!TARN_POOLS)
		return 0;
	if (likely(granules < TARN_MAP_ENTRIES))
		return heap->map[granules];
	index = heap->map[TARN_MAP_ENTRIES - 1];
	while (index < classes_of(heap) && heap->size_class[index].size >> GRANULE_SHIFT < granules)
		index++;
	return index;
}

#endif
