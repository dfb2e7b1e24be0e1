/* SPDX-License-Identifier: MIT
 * What the questions ask of Tarn itself. On a host the program may run without it. */
#include "adapters.h"
#include "tarn.h"

#ifdef __linux__
#pragma weak tarn_heap_first
#pragma weak tarn_heap_next
#pragma weak tarn_largest
#pragma weak tarn_owns
#pragma weak tarn_walk

static struct tarn_heap *first(void)
{
	return tarn_heap_first ? tarn_heap_first() : NULL;
}
#else
#define first tarn_heap_first
#endif

bool is_ours(const void *block)
{
	for (struct tarn_heap *heap = first(); heap; heap = tarn_heap_next(heap))
		if (tarn_owns(heap, block))
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

bool room_for_pages(void)
{
	bool room = false;

	/* At level 3 each call empties a quarantine. */
	for (struct tarn_heap *heap = first(); heap; heap = tarn_heap_next(heap))
		room |= tarn_largest(heap) >= (size_t)24 * 1024;
	return room;
}
