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

bool tarn_packed_make(struct tarn_packed *packed, const struct tarn_packed_type *type,
		      struct tarn_heap *heap, uint32_t capacity)
{
	uint64_t needs = packed_needs(type, capacity);
	void *block;

	if (!packed_still(packed, 0))
		return false;
	packed_close(packed, type);
	if (!heap)
		return tarn_port_heap_missing(heap, CALLER);
	if (!packed_fits(packed, heap, capacity, true, CALLER))
		return false;
	block = tarn_alloc_for(heap, needs <= TARN_ARENA_MAX ? (size_t)needs : SIZE_MAX, CALLER);
	if (!block)
		return false;
	tag_pin(heap, block, true);
	packed->heap = heap;
	packed->give_back = give_back; /* the slots lie at the block's start */
	packed_lay(packed, type, block, capacity);
	return true;
}
