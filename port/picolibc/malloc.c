/* SPDX-License-Identifier: MIT
 * malloc() and its relatives for picolibc: all of them, for one that is missing would come from
 * libc.a and bring a second heap along. */
#include <malloc.h>
#include <stdlib.h>

#include "tarn_libc.h"

/* Used: the references of libc.a appear after link-time optimization has looked. */
#define ENTRY __attribute__((used))

int posix_memalign(void **block, size_t align, size_t size);
void *valloc(size_t size);

ENTRY void *malloc(size_t size)
{
	void *block = tarn_alloc(&tarn_default, size);

	if (!block)
		errno = ENOMEM;
	return block;
}

ENTRY void free(void *block)
{
	tarn_free(&tarn_default, block);
}

ENTRY void *calloc(size_t count, size_t size)
{
	void *block = tarn_alloc_zeroed(&tarn_default, count, size);

	if (!block)
		errno = ENOMEM;
	return block;
}

ENTRY void *realloc(void *block, size_t size)
{
	return libc_realloc(block, size, &errno);
}

ENTRY void *reallocarray(void *block, size_t count, size_t size)
{
	return libc_reallocarray(block, count, size, &errno);
}

ENTRY void *memalign(size_t align, size_t size)
{
	return libc_memalign(align, size, &errno);
}

ENTRY void *aligned_alloc(size_t align, size_t size)
{
	return libc_memalign(align, size, &errno);
}

ENTRY int posix_memalign(void **block, size_t align, size_t size)
{
	return libc_posix_memalign(block, align, size);
}

ENTRY void *valloc(size_t size)
{
	return libc_memalign(LIBC_PAGE, size, &errno);
}

ENTRY void *pvalloc(size_t size)
{
	return libc_pvalloc(size, &errno);
}

ENTRY size_t malloc_usable_size(void *block)
{
	return tarn_usable_size(&tarn_default, block);
}

ENTRY void cfree(void *block)
{
	tarn_free(&tarn_default, block);
}
