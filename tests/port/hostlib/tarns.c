/* SPDX-License-Identifier: MIT */
#include "adapters.h"
#include "tarn.h"

/* NULL in a program without the library. */
#pragma weak tarn_heap_first
#pragma weak tarn_heap_next
#pragma weak tarn_largest
#pragma weak tarn_owns
#pragma weak tarn_walk

static struct tarn_heap *first(void)
{
	return tarn_heap_first ? tarn_heap_first() : NULL;
}

bool is_ours(const void *pointer)
{
	for (struct tarn_heap *heap = first(); heap; heap = tarn_heap_next(heap))
		if (tarn_owns(heap, pointer))
			return true;
	return false;
}

size_t adapters_live(void)
{
	size_t bytes = 0;

	for (struct tarn_heap *heap = first(); heap; heap = tarn_heap_next(heap)) {
		struct tarn_block at = {.pointer = NULL};

		while (tarn_walk(heap, &at))
			bytes += at.bytes;
	}
	return bytes;
}

uint32_t owner_of(const void *block)
{
	for (struct tarn_heap *heap = first(); heap; heap = tarn_heap_next(heap)) {
		struct tarn_block at = {.pointer = NULL};

		while (tarn_walk(heap, &at))
			if (at.pointer == block)
				return at.owner;
	}
	return 0;
}

/* At level 3 this empties the quarantine. */
bool room_for_pages(void)
{
	for (struct tarn_heap *heap = first(); heap; heap = tarn_heap_next(heap))
		(void)tarn_largest(heap);
	return true;
}
