/* SPDX-License-Identifier: MIT
 * The calls on behalf of a caller (tarn_libc.h). Each libc compiles this for its own errno. */
#ifndef LIBC_FOR_H
#define LIBC_FOR_H

#include "libc_heaps.h"
#include "libc_refuse.h"

void *tarn_malloc_for(size_t size, void *caller)
{
	void *block = libc_malloc(size, caller);

	return block ? block : libc_refuse();
}

void *tarn_malloc_zeroed_for(size_t count, size_t size, void *caller)
{
	return libc_calloc(count, size, &errno, caller);
}

void *tarn_malloc_aligned_for(size_t align, size_t size, void *caller)
{
	return libc_memalign(align, size, &errno, caller);
}

void *tarn_malloc_realloc_for(void *block, size_t size, void *caller)
{
	return libc_realloc(block, size, &errno, caller);
}

void tarn_malloc_free_for(void *block, void *caller)
{
	tarn_free_for(libc_heap_of(block), block, caller);
}

#endif
