/* SPDX-License-Identifier: MIT
 * Pools: equal blocks, reserved for one size class. What a call uses takes constant time. Readers
 * go over the pools of a class.
 *
 * A block has no header, and a free one holds nothing of Tarn's. All that is known of it is one
 * bit, outside the blocks, and whether its number is below `carved`:
 *
 *   1  it is free, and was handed out before
 *   0  it is live; or, from number `carved` on, it was never handed out
 *
 *   pool->some  bit w is set iff word w of the bits is not 0
 *   word w      bit b is block 32 w + b
 *
 * A pool has up to 31 words of bits, 992 blocks. A request takes the lowest free block.
 *
 * A class of more blocks has more pools, one after the other. Those that have a block to serve lie
 * on a stack (class.c), and a request takes from its top, the class's current pool.
 *
 * The number of the block at an offset is its distance from the pool's start, divided by the size.
 * That division is exact: a product with the inverse of the size's odd part modulo 2^32, rotated
 * right by the zeros at the size's end. It maps all offsets one to one, and only the starts of
 * blocks to small numbers. So one comparison refuses an offset that is misaligned, inside a block,
 * outside the pool or not carved yet. */
#ifndef TARN_CLASS_H
#define TARN_CLASS_H

#include "../guard/guard.h"
#include "heap.h"

#define NO_BLOCK UINT32_MAX
#define UNLISTED TOP_BIT /* pool->some: off the class's stack, as all blocks are live */

ALWAYS uint32_t *pool_bits(const struct pool *pool, uint32_t number)
{
	return (uint32_t *)((uintptr_t)pool + pool->bits) + (number >> 5);
}

ALWAYS uint32_t pool_offset(const struct pool *pool, uint32_t number)
{
	return pool->start + number * pool->size;
}

ALWAYS void *pool_block(const struct tarn_heap *heap, const struct pool *pool, uint32_t number)
{
	return (void *)(heap->base + pool->start + number * pool->size);
}

/* The number of the block that starts at `offset`; `carved` or more iff no block that was ever
 * handed out does. */
ALWAYS uint32_t pool_number(const struct pool *pool, uint32_t offset)
{
	return rotate(offset * pool->inverse + pool->origin, pool->shift);
}

/* Is block `number`, which is carved, free? */
ALWAYS bool pool_has(const struct pool *pool, uint32_t number)
{
	return *pool_bits(pool, number) >> (number & 31) & 1;
}

/* The pool in which the 256 bytes around `offset` begin. They may reach into the pools after it. */
ALWAYS struct pool *pool_named(const struct tarn_heap *heap, uint32_t offset)
{
	return pool_of(heap, ((const uint8_t *)heap->names)[offset >> WORD_SHIFT]);
}

/* The pool in which `offset` lies, below the commons. */
static inline struct pool *pool_holding(const struct tarn_heap *heap, uint32_t offset)
{
	struct pool *pool = pool_named(heap, offset);

	while (unlikely(offset >= pool_end(pool)))
		pool++;
	return pool;
}

/* The pool and the number of the carved block that starts at `offset`; NO_BLOCK if none does. */
ALWAYS uint32_t pool_find(const struct tarn_heap *heap, uint32_t offset, struct pool **found)
{
	struct pool *pool = pool_named(heap, offset);
	uint32_t number = pool_number(pool, offset);

	while (unlikely(number >= pool->carved)) {
		if (offset < pool_end(pool))
			return NO_BLOCK;
		pool++;
		number = pool_number(pool, offset);
	}
	*found = pool;
	return number;
}

/* ---- The pools of a class -------------------------------------------------------------- */

/* Where a class has the low half of its current pool's address, so that a 64-bit machine needs as
 * many bytes. */
ALWAYS uint32_t *current_of(const struct tarn_heap *heap, uint32_t index)
{
	return (uint32_t *)heap->current + index;
}

/* The pool that such a word tells. */
ALWAYS struct pool *pool_on_top(const struct tarn_heap *heap, uint32_t word)
{
	return (struct pool *)(heap->records + (word - (uint32_t)heap->records));
}

ALWAYS struct pool *pool_current(const struct tarn_heap *heap, uint32_t index)
{
	return pool_on_top(heap, *current_of(heap, index));
}

/* The first pool of a class. The others follow it. */
static inline struct pool *class_first(const struct tarn_heap *heap, uint32_t index)
{
	struct pool *pool = pool_current(heap, index);

	while (pool != pool_of(heap, 0) && pool[-1].class_index == index)
		pool--;
	return pool;
}

/* class.c: the pool of a class that serves next, which becomes its current one. NULL: all blocks of
 * the class are live. In a window. */
struct pool *class_pick(struct tarn_heap *heap, uint32_t index);

/* class.c: a block of a pool that is UNLISTED was freed: puts the pool on its class's stack, and
 * returns `some` without that mark. In a window. */
uint32_t class_gains(struct tarn_heap *heap, struct pool *pool, uint32_t some);

/* class.c: has a class `blocks` (1 or 2) to spare? In a window. */
bool class_spares(const struct tarn_heap *heap, uint32_t index, uint32_t blocks);

/* The bytes of all pools of a class. */
static inline uint32_t class_bytes(const struct tarn_heap *heap, uint32_t index)
{
	const struct pool *pool = class_first(heap, index);
	uint32_t start = pool->start;

	while (pool->class_index == index)
		pool++;
	return pool->start - start;
}

/* Has a class blocks, all of them aligned, and do they serve aligned requests? By the table; in a
 * heap without commons, always. False, too, if `align` is no power of two. */
static inline bool class_aligned(const struct tarn_heap *heap, uint32_t index, size_t align)
{
	const struct pool *pool = pool_current(heap, index);

	return pool->blocks &&
	       (((heap->base + pool->start) | pool->size | align) & (align - 1)) == 0 &&
	       (heap->size_class[index].overflow >> ALIGN_SHIFT || !commons_granules(heap));
}

/* class.c: the first class from `index` on that serves aligned requests; `classes` if none does. */
uint32_t class_next_aligned(const struct tarn_heap *heap, uint32_t index, size_t align);

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
