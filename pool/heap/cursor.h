/* SPDX-License-Identifier: MIT
 * A cursor: a place that moves through the heap in address order, through the pools and then the
 * commons. It keeps only the offset where it stands, so the heap may change between its steps. The
 * steps are inline, because a lock window holds eight of them. */
#ifndef TARN_CURSOR_H
#define TARN_CURSOR_H

#include "block.h"

#define CURSOR_SLICE 8 /* steps in one lock window */

struct cursor {
	uint32_t index;  /* pool, or `classes` for the commons */
	uint32_t offset; /* the next place where a block may start */
};

enum step { BLOCK, NOTHING, END };

/* Stands before the first block. */
static inline void cursor_first(const struct tarn_heap *heap, struct cursor *cursor)
{
	cursor->index = 0;
	cursor->offset = classes_of(heap) ? pool_of(heap, 0)->start : commons_first(heap);
}

/* Stands past the block of class `index` at `offset`. */
static inline void cursor_after(const struct tarn_heap *heap, struct cursor *cursor, uint32_t index,
				uint32_t offset)
{
	cursor->index = index;
	cursor->offset =
		offset + (index < classes_of(heap) ? heap->size_class[index].size : GRANULE);
}

/* Passes over one block of a pool. */
static inline enum step cursor_pool_step(const struct tarn_heap *heap, struct cursor *cursor,
					 uint32_t *found)
{
	uint32_t offset = cursor->offset;

	/* heap_end: a damaged pool may end anywhere */
	if (offset >= pool_fresh(pool_of(heap, cursor->index)) || offset >= heap_end(heap)) {
		cursor->index++;
		cursor->offset = pool_of(heap, cursor->index)->start;
		if (cursor->index == classes_of(heap))
			cursor->offset += GRANULE;
		return NOTHING;
	}
	cursor->offset += heap->size_class[cursor->index].size;
	*found = offset;
	return pair_at(heap, offset)->live & bit_of(offset) ? BLOCK : NOTHING;
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
 * BLOCK: a block whose L bit is set starts at *offset; its class is *index. Inside the caller's
 * lock window. */
static inline enum step cursor_step(const struct tarn_heap *heap, struct cursor *cursor,
				    uint32_t *index, uint32_t *offset)
{
	*index = cursor->index;
	return cursor->index < classes_of(heap) ? cursor_pool_step(heap, cursor, offset)
						: cursor_commons_step(heap, cursor, offset);
}

#endif
