/* SPDX-License-Identifier: MIT
 * The stack of a class's pools. On top is the current pool, from which requests take. Each pool has
 * the number of the one under it. At the bottom is the pool that carves, whether or not it has a
 * free block; those above it have one, but for the top, which may have lost its last.
 *
 *   - A request that finds the current pool used up takes it off, and marks it UNLISTED. When it is
 *     the bottom, the next pool of the class, of which no block was ever used, takes its place.
 *   - A free to a pool that is UNLISTED puts it on top. If the top is used up, and not the bottom,
 *     it takes its place.
 *
 * So nothing searches, and a block is carved only when no block of the class is free. A class of
 * one pool has that at the bottom and on top forever. */
#include "class.h"

static uint32_t pool_index(const struct tarn_heap *heap, const struct pool *pool)
{
	return (uint32_t)(pool - pool_of(heap, 0));
}

/* Is no block of a pool that is on its stack left? */
static bool used_up(const struct pool *pool)
{
	return !pool->some && pool->carved == pool->blocks;
}

/* Makes a pool the current one of its class. */
static void current_set(const struct tarn_heap *heap, const struct pool *pool)
{
	*current_of(heap, pool->class_index) = (uint32_t)(uintptr_t)pool;
}

SLOW struct pool *class_pick(struct tarn_heap *heap, uint32_t index)
{
	struct pool *pool = pool_current(heap, index);

	while (used_up(pool)) {
		struct pool *next = pool_of(heap, pool->under);

		if (next == pool)
			next = pool + 1;
		if (next->class_index != index)
			return NULL;
		pool->some = UNLISTED;
		heap->touched = (uintptr_t)pool;
		current_set(heap, next);
		pool = next;
	}
	return pool;
}

SLOW uint32_t class_gains(struct tarn_heap *heap, struct pool *pool, uint32_t some)
{
	struct pool *top = pool_current(heap, pool->class_index);
	uint32_t under = pool_index(heap, top);

	if (used_up(top) && top->under != under) {
		top->some = UNLISTED;
		under = top->under;
	}
	pool->under = (uint8_t)under;
	current_set(heap, pool);
	return some & ~UNLISTED;
}

bool class_spares(const struct tarn_heap *heap, uint32_t index, uint32_t blocks)
{
	const struct pool *next = pool_current(heap, index);
	const struct pool *pool;
	uint32_t free = 0;

	do {
		uint32_t some = next->some;
		uint32_t word = some ? *pool_bits(next, trailing_zeros(some) << 5) : 0;

		pool = next;
		free += (uint32_t)pool->blocks - pool->carved;
		if (some)
			free++;
		if (some & (some - 1) || word & (word - 1))
			free++; /* or more */
		next = pool_of(heap, pool->under);
	} while (free < blocks && next != pool);
	if (pool[1].class_index == index) /* no block of it was ever used */
		free += pool[1].blocks;
	return free >= blocks;
}

SLOW uint32_t class_next_aligned(const struct tarn_heap *heap, uint32_t index, size_t align)
{
	while (index < classes_of(heap) && !class_aligned(heap, index, align))
		index++;
	return index;
}
