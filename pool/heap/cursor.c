/* SPDX-License-Identifier: MIT */
#include "heap/cursor.h"

void cursor_first(const struct tarn_heap *heap, struct cursor *cursor)
{
	cursor->index = 0;
	cursor->offset = classes_of(heap) ? pool_of(heap, 0)->start : commons_first(heap);
}

void cursor_after(const struct tarn_heap *heap, struct cursor *cursor, uint32_t index,
		  uint32_t offset)
{
	cursor->index = index;
	cursor->offset =
		offset + (index < classes_of(heap) ? heap->size_class[index].size : GRANULE);
}

/* Pass over one block of a pool. */
static enum step pool_step(const struct tarn_heap *heap, struct cursor *cursor, uint32_t *found)
{
	uint32_t offset = cursor->offset;

	if (offset >= pool_fresh(pool_of(heap, cursor->index))) {
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

/* Pass over one run of the commons, or one word without a start. */
static enum step commons_step(const struct tarn_heap *heap, struct cursor *cursor, uint32_t *found)
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

enum step cursor_step(const struct tarn_heap *heap, struct cursor *cursor, uint32_t *index,
		      uint32_t *offset)
{
	*index = cursor->index;
	return cursor->index < classes_of(heap) ? pool_step(heap, cursor, offset)
						: commons_step(heap, cursor, offset);
}
