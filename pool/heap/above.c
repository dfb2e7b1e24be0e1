/* SPDX-License-Identifier: MIT
 * Refusals for a layer that asks several heaps for one request. */
#include "class.h"
#include "tag.h"

void tarn_refused_quiet(struct tarn_heap *heap)
{
	heap->quiet = 1;
}

/* Does the tag's limit refuse it, though the heap is large enough? */
static bool over_budget(struct tarn_heap *heap, size_t size)
{
	return TARN_TAGS > 0 && size < heap_arena(heap) && tag_left(heap) < block_bytes(size);
}

void *tarn_refused_for(struct tarn_heap *heap, size_t align, size_t size, void *caller)
{
	uint32_t what = REFUSED_ABOVE;

	if (!refusals)
		return NULL;
	if (align == 0 || align & (align - 1))
		what |= TARN_REFUSED_ALIGNMENT << REFUSED_REASON;
	else if (over_budget(heap, size))
		what |= TARN_REFUSED_BUDGET << REFUSED_REASON;
	what += class_for(heap, block_bytes(size) >> GRANULE_SHIFT) + refused_align(align);
	return refusals->heap(heap, what, size, caller);
}
