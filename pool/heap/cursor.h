/* SPDX-License-Identifier: MIT
 * A cursor: a place that moves through the heap in address order, through the pools and then the
 * commons. It keeps only the offset where it stands, so the heap may change between its steps. The
 * steps are inline, because a lock window holds eight of them. */
#ifndef TARN_CURSOR_H
#define TARN_CURSOR_H

#include "block.h"

#define CURSOR_SLICE 8 /* steps in one lock window */

struct cursor {
	uint32_t number; /* of the pool; in the commons the number of pools */
	uint32_t offset; /* the next place where a block may start */
};

enum step { BLOCK, NOTHING, END };

/* Stands before the first block. */
static inline void cursor_first(const struct tarn_heap *heap, struct cursor *cursor)
{
	cursor->number = 0;
	cursor->offset = pools_of(heap) ? pool_of(heap, 0)->start : commons_first(heap);
}

/* Stands past the block at `offset`. */
static inline void cursor_after(const struct tarn_heap *heap, struct cursor *cursor,
				uint32_t offset)
{
	cursor->number = 0;
	while (cursor->number < pools_of(heap) && offset >= pool_end(pool_of(heap, cursor->number)))
		cursor->number++;
	cursor->offset =
		offset +
		(cursor->number < pools_of(heap) ? pool_of(heap, cursor->number)->size : GRANULE);
}

/* Passes over one block of a pool. */
static inline enum step cursor_pool_step(const struct tarn_heap *heap, struct cursor *cursor,
					 uint32_t *found)
{
	const struct pool *pool = pool_of(heap, cursor->number);
	uint32_t offset = cursor->offset;
	uint32_t number = pool_number(pool, offset);

	/* a damaged record may say anything */
	if (number >= pool->carved || number >= POOL_BLOCKS || offset >= pool_end(pool) ||
	    offset >= heap_end(heap)) {
		cursor->number++;
		cursor->offset = pool_of(heap, cursor->number)->start;
		if (cursor->number == pools_of(heap))
			cursor->offset += GRANULE;
		return NOTHING;
	}
	cursor->offset += pool->size;
	*found = offset;
	return pool_has(pool, number) ? NOTHING : BLOCK;
}

/* Passes over one run of the commons, or one word without a start. */
static inline enum step cursor_commons_step(const struct tarn_heap *heap, struct cursor *cursor,
					    uint32_t *found)
{
	uint32_t offset = cursor->offset;
	uint32_t starts;

	if (offset >= heap_end(heap))
		return END;
	starts = pair_at(heap, offset)->start & UINT32_MAX >> index_of(offset);
	if (starts == 0) {
		cursor->offset = (offset | (WORD_BYTES - 1)) + 1;
		return NOTHING;
	}
	offset = (offset & ~(WORD_BYTES - 1)) + (leading_zeros(starts) << GRANULE_SHIFT);
	if (offset >= heap_end(heap))
		return END;
	cursor->offset = offset + GRANULE;
	*found = offset;
	return pair_at(heap, offset)->live & bit_of(offset) ? BLOCK : NOTHING;
}

/* Passes over one block of a pool, one run of the commons, or one plane word without a start.
 * BLOCK: a live block starts at *offset, of *pool, or of the commons if that is NULL. Inside the
 * caller's lock window. */
static inline enum step cursor_step(const struct tarn_heap *heap, struct cursor *cursor,
				    struct pool **pool, uint32_t *offset)
{
	bool in_pool = cursor->number < pools_of(heap);

	*pool = in_pool ? pool_of(heap, cursor->number) : NULL;
	return in_pool ? cursor_pool_step(heap, cursor, offset)
		       : cursor_commons_step(heap, cursor, offset);
}

#endif
