/* SPDX-License-Identifier: MIT
 * A program of tests/adapters/heaps/check: prints, allocates, and has as much of an allocator of its
 * own as it is told. With OWN the heap is Tarn's and the adapter is not there. */
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "tarn.h"

#if OWN >= 2 /* malloc and free: what most people override */
void *malloc(size_t size)
{
	return tarn_alloc(&tarn_default, size);
}

void free(void *block)
{
	tarn_free(&tarn_default, block);
}
#endif

#if OWN >= 4
void *calloc(size_t count, size_t size)
{
	return tarn_alloc_zeroed(&tarn_default, count, size);
}

void *realloc(void *block, size_t size)
{
	return tarn_realloc(&tarn_default, block, size);
}
#endif

#if OWN >= 8 /* and the twins */
void *_malloc_r(struct _reent *reent, size_t size)
{
	(void)reent;
	return tarn_alloc(&tarn_default, size);
}

void _free_r(struct _reent *reent, void *block)
{
	(void)reent;
	tarn_free(&tarn_default, block);
}

void *_calloc_r(struct _reent *reent, size_t count, size_t size)
{
	(void)reent;
	return tarn_alloc_zeroed(&tarn_default, count, size);
}

void *_realloc_r(struct _reent *reent, void *block, size_t size)
{
	(void)reent;
	return tarn_realloc(&tarn_default, block, size);
}
#endif

#ifdef OWN
void *_sbrk(ptrdiff_t bytes);
void *sbrk(ptrdiff_t bytes);

/* A board's system calls usually have it: that is why a second heap goes unnoticed. */
void *_sbrk(ptrdiff_t bytes)
{
	static char heap[4096], *end = heap;
	char *before = end;

	end += bytes;
	return before;
}

void *sbrk(ptrdiff_t bytes)
{
	return _sbrk(bytes);
}
#endif

int main(void)
{
	char *block = malloc(100);

#ifdef ALIGNED
	free(memalign(64, 100));
#endif
#ifdef USABLE
	printf("%u usable\n", (unsigned)malloc_usable_size(block));
#endif
	printf("%s\n", block ? "memory" : "no memory");
	free(block);
	return 0;
}
