/* SPDX-License-Identifier: MIT */
#include "owner.h"
#include "block.h"

/* Is there a live block that holds all of it? Looked for from its start downwards. */
static bool block_holds(struct tarn_heap *heap, uintptr_t start, uintptr_t end)
{
	uint32_t lowest = pool_of(heap, 0)->start;
	uint32_t offset = offset_of(heap, (const void *)start) & ~(GRANULE - 1);
	uint32_t usable;
	bool damaged;

	if (offset - lowest >= heap_end(heap) - lowest)
		return false;
	while (!block_look(heap, offset, &usable, &damaged)) {
		if (offset == lowest)
			return false;
		offset -= GRANULE;
	}
	return end - (heap->base + offset) <= usable;
}

bool heaps_own(uintptr_t start, uintptr_t end)
{
	struct tarn_heap *heap = tarn_heap_first();

	for (; heap; heap = tarn_heap_next(heap)) {
		uintptr_t top = heap->base + heap_end(heap);

		if (start < top && end > top - heap_arena(heap) && !block_holds(heap, start, end))
			return true;
	}
	return false;
}

bool memory_taken(const void *memory, size_t bytes)
{
	uintptr_t start = (uintptr_t)memory;
	uintptr_t end = bytes > UINTPTR_MAX - start ? UINTPTR_MAX : start + bytes;

	if (!memory_owners)
		memory_owners = heaps_own;
	return start < end && memory_owners(start, end);
}

enum tarn_status tarn_init_at(struct tarn_heap *heap, void *arena, size_t bytes,
			      const struct tarn_table *table, uint32_t build)
{
	if (!memory_owners)
		memory_owners = heaps_own;
	return tarn_init_as(heap, arena, bytes, table, build);
}
