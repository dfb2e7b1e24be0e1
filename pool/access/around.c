/* SPDX-License-Identifier: MIT
 * What lies around an address: tarn_around and tarn_object_around, and what is seldom needed. */
#include "around.h"

#define LONG_RUNS 4 /* starts of long runs that are kept */

/* By the words of S before it. */
static uint32_t run_back(const struct tarn_heap *heap, uint32_t offset)
{
	const struct pair *pair = pair_at(heap, offset);

	/* the bits after the granule say nothing of it */
	if (pair->start >> (31 - index_of(offset)))
		return run_start(heap, offset);
	for (offset &= ~(WORD_BYTES - 1); !(--pair)->start; offset -= WORD_BYTES)
		;
	return offset - ((trailing_zeros(pair->start) + 1) << GRANULE_SHIFT);
}

/* First it tries the long runs that were met before: only one that is live, and reaches this far,
 * can be the one. So it does not matter who wrote what is kept. */
SLOW uint32_t run_start_far(const struct tarn_heap *heap, uint32_t offset)
{
	static TARN_STATE_ uint32_t kept[LONG_RUNS];
	uint32_t *known = &kept[(offset >> WORD_SHIFT) % LONG_RUNS];
	uint32_t start = *known;

	if (start >= offset || !commons_live(heap, start) ||
	    offset - start >= length_after(heap, start) << GRANULE_SHIFT)
		*known = start = run_back(heap, offset);
	return start;
}

static enum tarn_around tell(enum tarn_around around, const struct piece *piece,
			     struct tarn_place *place)
{
	place->start = (void *)piece->start;
	place->size = piece->size;
	place->owner = 0;
	return around;
}

enum tarn_around tarn_around(const void *address, struct tarn_place *place)
{
	const struct tarn_heap *heap = heap_at(address);
	struct piece piece = {0, 0};
	enum tarn_around around = TARN_AROUND_NOTHING;

	if (heap)
		around = heap_around(heap, address, &piece);
	tell(around, &piece, place);
	place->heap = (struct tarn_heap *)(uintptr_t)heap;
	place->name = NULL;
#if TARN_HARDEN >= 3
	if (around == TARN_AROUND_LIVE || around == TARN_AROUND_WAITS) {
		struct pool *pool;
		uint32_t offset = offset_of(heap, place->start);

		if (find(heap, offset, &pool))
			place->owner =
				guard_record(place->start, block_size(heap, offset, pool))->owner;
	}
#endif
	return around;
}

enum tarn_around tarn_object_around(const void *address, struct tarn_place *place)
{
	const struct tarn_object_part *part;
	const struct tarn_object_pool *pool = object_pool_at(address, &part);
	struct piece piece = {0, 0};
	enum tarn_around around = TARN_AROUND_NOTHING;

	if (pool)
		around = object_around(pool, part, address, &piece);
	tell(around, &piece, place);
	place->heap = NULL;
	place->name = pool ? pool->type->name : NULL;
	return around;
}
