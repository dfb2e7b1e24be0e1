/* SPDX-License-Identifier: MIT
 * Questions about one pointer: tarn_owns, tarn_is_live and others. */
#define TARN_NOT_READ_ /* the attribute is for callers; without -O the compiler warns here */
#include "../heap/block.h"

bool tarn_owns(const struct tarn_heap *heap, const void *pointer)
{
	return heap_ready(heap) && heap_owns(heap, pointer);
}

static uint32_t look(struct tarn_heap *heap, const void *block, uint32_t *usable, bool *damaged)
{
	*damaged = false;
	return block && heap && heap_made(heap)
		       ? block_look(heap, offset_of(heap, block), usable, damaged)
		       : 0;
}

size_t tarn_usable_size(struct tarn_heap *heap, const void *block)
{
	bool damaged;
	uint32_t size;
	bool live = look(heap, block, &size, &damaged);

	if (live && !damaged)
		return size;
	if (damaged)
		fault_raise(heap, TARN_FAULT_OVERRUN, block, CALLER);
	else if (block)
		fault_raise(heap, fault_kind(heap, block), block, CALLER);
	return 0;
}

bool tarn_is_live(struct tarn_heap *heap, const void *block)
{
	bool damaged;
	uint32_t size;

	return heap_ready(heap) && look(heap, block, &size, &damaged) != 0;
}

bool tarn_is_whole(struct tarn_heap *heap, const void *block)
{
	bool damaged;
	uint32_t size;
	uint32_t bytes = heap_ready(heap) ? look(heap, block, &size, &damaged) : 0;

	if (!bytes || damaged)
		return false;
#if TARN_HARDEN >= 2
	return guard_slack_whole((void *)(uintptr_t)block, bytes, size);
#else
	return true;
#endif
}
