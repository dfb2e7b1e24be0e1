/* SPDX-License-Identifier: MIT
 * The core: what may be done to an arena. It knows planes, pools and runs, and nothing else: no
 * caller, no handler, no counter, no record. Everything here runs inside the caller's lock window
 * and takes constant time. 0 means "no block". */
#ifndef TARN_CORE_H
#define TARN_CORE_H

#include "class.h"
#include "commons.h"

/* ---- A pool ----------------------------------------------------------------------------- */

/* The next block that was never used. NO_BLOCK: none is left. */
static ALWAYS uint32_t pool_carve(struct pool *pool)
{
	uint32_t number = pool->carved;

	if (number >= pool->blocks)
		return NO_BLOCK;
	pool->carved = (uint16_t)(number + 1);
	return number;
}

/* The number of the lowest free block, else of the next one that was never used. NO_BLOCK: none is
 * left. Where the block lies never changes, so the caller may ask that after the window. */
static ALWAYS uint32_t pool_take(struct tarn_heap *heap, struct pool *pool)
{
	heap->touched = (uintptr_t)pool; /* no offset is at hand */
	/* A class has a pool. NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
	if (likely(pool->some))
		return tarn_bits_take_(&pool->some, pool_bits(pool, 0), 1);
	return pool_carve(pool);
}

/* Takes back block `number`. False, and nothing changed, iff it is free. */
static ALWAYS bool pool_give(struct tarn_heap *heap, struct pool *pool, uint32_t number)
{
	uint32_t before;
	uint32_t some;

	if (unlikely(!tarn_bits_give_(pool_bits(pool, 0), number, 1, 0, &before)))
		return false;
	heap->touched = (uintptr_t)pool; /* no offset is at hand */
	some = pool->some | UINT32_C(1) << (number >> 5);
	if (unlikely(some & UNLISTED))
		some = class_gains(heap, pool, some);
	pool->some = some;
	return true;
}

/* ---- The commons ------------------------------------------------------------------------ */

/* commons.c: the first `granules` of the run at `offset`, which is on no list, become a live block,
 * and the `rest` of it, if any, the last run. */
uint32_t run_use(struct tarn_heap *heap, uint32_t offset, uint32_t rest, uint32_t granules);

/* Takes the first `granules` of the last run: they become a live block. */
static ALWAYS uint32_t last_take(struct tarn_heap *heap, uint32_t granules)
{
	uint32_t offset = heap->last;

	live_begin(heap, offset, granules);
	last_cut(heap, granules);
	count_used(heap, offset, granules);
	return offset;
}

/* Good fit: the first run of the own bin, if that is long enough. Else the last run, unless the
 * next bin that has any is a lower one than the last run's would be. Else that bin's first run.
 * What a listed run has beyond the request becomes the last run. 0: only a search can tell. */
static ALWAYS uint32_t run_take_first(struct tarn_heap *heap, uint32_t granules)
{
	uint32_t bin = bin_of(granules);
	uint32_t offset = *head_of(heap, bin);
	uint32_t length = offset ? length_after(heap, offset) : 0;

	if (length < granules) {
		bin = next_bin(heap, bin + 1);
		if (heap->last_length >= granules && bin_of(heap->last_length) <= bin)
			return last_take(heap, granules);
		if (bin == NO_BIN)
			return 0;
		offset = *head_of(heap, bin);
		length = length_after(heap, offset);
		if (unlikely(length < granules))
			return 0; /* the list was written to */
	}
	if (unlikely(!listed(heap, offset)) || unlikely(!list_pop(heap, offset, bin)))
		return 0;
	if (length > granules)
		return run_use(heap, offset, length - granules, granules);
	live_flip(heap, offset);
	count_used(heap, offset, granules);
	return offset;
}

/* Merges a live run with its free neighbours; all of it becomes the last run. Returns 0, or the
 * offset of a neighbour that was written to, with which it did not merge. */
static ALWAYS uint32_t run_give(struct tarn_heap *heap, uint32_t offset)
{
	struct pair *pair = pair_at(heap, offset);
	uint32_t bit = bit_of(offset);
	int32_t right_live;
	uint32_t length = run_after(heap, pair, offset, &right_live);
	uint32_t more;

	pair->live &= ~bit;
	heap->room += length;
	touch(heap, offset);
	if (right_live >= 0) {
		uint32_t right = offset + (length << GRANULE_SHIFT);

		if (right == heap->last)
			more = last_forget(heap);
		else if (likely(list_remove(heap, right)))
			more = length_after(heap, right);
		else
			return give_alone(heap, offset, length, right);
		start_end(heap, right);
		guard_link_gone(at(heap, right)); /* level 2: the links are fill again */
		length += more;
	}
	if (offset == last_end(heap)) {
		pair->start &= ~bit;
		heap->last_length += length;
		return 0;
	}
	more = free_before(heap, pair, offset);
	if (more) {
		uint32_t left = offset - (more << GRANULE_SHIFT);

		if (unlikely(!list_remove(heap, left)))
			return give_alone(heap, offset, length, left);
		pair->start &= ~bit;
		length += more;
		offset = left;
	}
	last_set(heap, offset, length);
	return 0;
}

/* ---- Either zone ------------------------------------------------------------------------ */

/* Does a live block start at `offset`? Accepts any number. *pool: its pool, or NULL. */
static inline bool find(const struct tarn_heap *heap, uint32_t offset, struct pool **pool)
{
	uint32_t number;

	*pool = NULL;
	if (!below_commons(heap, offset))
		return TARN_COMMONS && commons_live(heap, offset);
	number = pool_find(heap, offset, pool);
	return number != NO_BLOCK && !pool_has(*pool, number);
}

/* commons.c: run_give as a function. */
uint32_t commons_give(struct tarn_heap *heap, uint32_t offset);

#endif
