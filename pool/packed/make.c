/* SPDX-License-Identifier: MIT
 * Packed arrays on a heap. Only this file allocates, so a program whose arrays lie elsewhere links
 * neither tarn_alloc nor tarn_free. */
#include "../heap/tag.h"
#include "packed.h"

static void give_back(struct tarn_packed *packed)
{
	tag_pin(packed->heap, packed->slot, false);
	tarn_free(packed->heap, packed->slot);
}

char *tarn_packed_make(struct tarn_packed *packed, struct tarn_heap *heap, uint64_t needs,
		       uint32_t capacity)
{
	void *block;

	if (!heap) {
		(void)tarn_port_heap_missing(heap, CALLER);
		return NULL;
	}
	if (!packed_fits(packed, heap, capacity, true, CALLER))
		return NULL;
	block = tarn_alloc_for(heap, needs <= TARN_ARENA_MAX ? (size_t)needs : SIZE_MAX, CALLER);
	if (!block)
		return NULL;
	tag_pin(heap, block, true);
	packed->heap = heap;
	packed->give_back = give_back; /* the slots lie at the block's start */
	return packed_lay(packed, block, capacity);
}
