/* SPDX-License-Identifier: MIT */
#include "hostlib.h"
#include "tarn.h"

/* NULL in a program without the library. */
#pragma weak tarn_heap_first
#pragma weak tarn_heap_next
#pragma weak tarn_owns
#pragma weak tarn_walk

bool is_tarns(const void *pointer)
{
	if (!tarn_heap_first)
		return false;
	for (struct tarn_heap *heap = tarn_heap_first(); heap; heap = tarn_heap_next(heap))
		if (tarn_owns(heap, pointer))
			return true;
	return false;
}

unsigned int owner_of(const void *block)
{
	for (struct tarn_heap *heap = tarn_heap_first(); heap; heap = tarn_heap_next(heap)) {
		struct tarn_block at = {.pointer = NULL};

		while (tarn_walk(heap, &at))
			if (at.pointer == block)
				return at.owner;
	}
	return 0;
}
