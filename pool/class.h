/* SPDX-License-Identifier: MIT
 * Pools: equal blocks, reserved for one size class. All of it runs inside the caller's lock
 * window and in constant time, but for the planes of a block's first carving. */
#ifndef TARN_CLASS_H
#define TARN_CLASS_H

#include "guard.h"

/* Is `offset` a multiple of the granule within the part of the pool that was ever carved? Only
 * there are the plane words known to be set. */
FAST bool pool_carved(const struct pool *pool, uint32_t offset)
{
	uint32_t start = pool->start;
	uint32_t carved = pool->carved;

	TOGETHER(start, carved);
	return granule_of(offset - start) < carved;
}

/* The pool that `offset` lies in, or `classes`; of no heap that is being made. */
SHARED uint32_t pool_at(const struct tarn_heap *heap, uint32_t offset);

#if SHARED_HERE

SHARED uint32_t pool_at(const struct tarn_heap *heap, uint32_t offset)
{
	const struct pool *pool = pool_of(heap, 0);
	uint32_t index = 0;

	for (; index < classes_of(heap) && offset >= pool_end(pool); index++)
		pool--;
	return index;
}

#endif

#if FOR_SPEED

/* The pool in whose carved part `offset` (below heap->commons) lies, or NULL.
 *
 * The word's S names the class of its first granule; classes that begin within the same word
 * follow it. A word that was never carved holds garbage: then no pool's bounds agree. */
static inline struct pool *pool_holding(const struct tarn_heap *heap, uint32_t offset)
{
	uint32_t index = pair_at(heap, offset)->start;

	for (; index < classes_of(heap); index++)
		if (pool_carved(pool_of(heap, index), offset))
			return pool_of(heap, index);
	return NULL;
}

#else

static inline struct pool *pool_holding(const struct tarn_heap *heap, uint32_t offset)
{
	uint32_t index = pool_at(heap, offset);
	struct pool *pool = pool_of(heap, index);

	return index < classes_of(heap) && pool_carved(pool, offset) ? pool : NULL;
}

#endif

static inline uint32_t pool_index(const struct tarn_heap *heap, const struct pool *pool)
{
	return (uint32_t)((const struct pool *)heap->planes - pool) - 1;
}

/* I3: a link is 0 or another carved block of the same pool that is not live. Tested before it
 * becomes the head: a stale write faults here, instead of handing a wild pointer to an innocent
 * caller one allocation later. The block itself is marked live before: then a link to itself
 * fails the same test. */
FAST bool pool_link_sound(const struct tarn_heap *heap, const struct pool *pool, uint32_t link)
{
#if TARN_HARDEN >= 1
	return !link || (pool_carved(pool, link) && sign_of(pair_at(heap, link)->live, link) >= 0);
#else
	(void)heap, (void)pool, (void)link;
	return true;
#endif
}

FAST void pool_count(struct tarn_heap *heap, struct pool *pool, uint32_t offset)
{
	pool->live++;
#if TARN_HARDEN >= 3
	struct tally *tally = tally_of(heap, pool_index(heap, pool));

	if ((pool->live & LIVE_MASK) > tally->peak)
		tally->peak = pool->live & LIVE_MASK;
#endif
	touch(heap, offset);
}

/* A plane word whose first granule a block of pool `index` reaches, the first of its pool to do so. */
static inline void pool_word_set(const struct tarn_heap *heap, uint32_t offset, uint32_t index)
{
	struct pair *pair = pair_at(heap, offset);

	pair->live = 0;
	if (FOR_SPEED)
		pair->start = index;
}

#if FOR_SPEED

/* Take the next fresh block, if there is one: set the plane words whose first granule it reaches, but not the
 * word in which the next pool begins, which tarn_init set. */
FAST uint32_t pool_carve(struct tarn_heap *heap, struct pool *pool, uint32_t index)
{
	uint32_t offset = pool_fresh(pool);
	uint32_t last = pool_end(pool);
	uint32_t word = offset | (WORD_BYTES - 1);
	uint32_t size;
	struct pair *pair;

	if (offset == last)
		return 0;
	last -= WORD_BYTES; /* where the last word of this pool's alone may begin */
	size = heap->class[index].size;
	pool->carved += size >> GRANULE_SHIFT;
	if (last > offset + size)
		last = offset + size;
	for (pair = pair_at(heap, offset); word < last; word += WORD_BYTES)
		pair_set(++pair, 0, index);
	pair_at(heap, offset)->live |= bit_of(offset);
	guard_block_taken(heap, offset, 0);
	if (!offset)
		__builtin_unreachable(); /* no block has offset 0 */
	return offset;
}

/* Take the block that was freed last; there must be one. 0 iff its link is damaged: then
 * *damaged is its offset, and nothing changed. */
FAST uint32_t pool_pop(struct tarn_heap *heap, struct pool *pool, uint32_t *damaged)
{
	uint32_t offset = pool->head;
	uint32_t link = node_at(heap, offset)->next;

	pair_at(heap, offset)->live |= bit_of(offset);
	if (unlikely(!pool_link_sound(heap, pool, link))) {
		pair_at(heap, offset)->live &= ~bit_of(offset);
		*damaged = offset;
		return 0;
	}
	pool->head = link;
	guard_block_taken(heap, offset, UINT32_MAX);
	return offset;
}

/* Take a block: a freed one, else a fresh one. 0 iff there is none, or as pool_pop. */
FAST uint32_t pool_take(struct tarn_heap *heap, struct pool *pool, uint32_t index,
			uint32_t *damaged)
{
	uint32_t offset;

	if (likely(pool->head))
		offset = pool_pop(heap, pool, damaged);
	else
		offset = pool_carve(heap, pool, index);
	if (likely(offset))
		pool_count(heap, pool, offset);
	return offset;
}

#endif

/* Give a block back whose live bit is clear. */
FAST void pool_push(struct tarn_heap *heap, struct pool *pool, uint32_t offset, void *block)
{
	((struct node *)block)->next = pool->head;
	pool->head = offset;
	pool->live--;
	touch(heap, offset);
}

/* Which block of the pool an offset lies in, and (`rest`) how far from its start. Shifts and
 * subtracts: Cortex-M0 has no divide. Not for the fast paths. */
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

/* The first class that holds so many granules; `classes` where none does. The map is for speed. */
static inline uint32_t class_for(const struct tarn_heap *heap, uint32_t granules)
{
	uint32_t index = 0;

	if (FOR_SPEED) {
		if (likely(granules < TARN_MAP_ENTRIES))
			return heap->map[granules];
		index = heap->map[TARN_MAP_ENTRIES - 1];
	}
	for (const struct tarn_class *class = &heap->class[index];
	     index < classes_of(heap) && class->size >> GRANULE_SHIFT < granules; class ++)
		index++;
	return index;
}

#endif
