/* SPDX-License-Identifier: MIT
 * malloc() and its relatives for picolibc. All of them are here: a missing one would come from
 * libc.a, with a second heap. */
#include <malloc.h>
#include <stdlib.h>

#include "../../private/libc_for.h"

int posix_memalign(void **block, size_t align, size_t size);

void *malloc(size_t size)
{
	void *block = libc_malloc(size, LIBC_CALLER);

	return block ? block : libc_refuse();
}
TARN_IS(malloc);

void free(void *block)
{
	libc_free(block, LIBC_CALLER);
}
TARN_IS(free);

void *calloc(size_t count, size_t size)
{
	return libc_calloc(count, size, &errno, LIBC_CALLER);
}
TARN_IS(calloc);

void *realloc(void *block, size_t size)
{
	return libc_realloc(block, size, &errno, LIBC_CALLER);
}
TARN_IS(realloc);

void *reallocarray(void *block, size_t count, size_t size)
{
	return libc_reallocarray(block, count, size, &errno, LIBC_CALLER);
}
TARN_IS(reallocarray);

void *reallocf(void *block, size_t size)
{
	return libc_reallocf(block, size, &errno, LIBC_CALLER);
}
TARN_IS(reallocf);

void *memalign(size_t align, size_t size)
{
	return libc_memalign(align, size, &errno, LIBC_CALLER);
}
TARN_IS(memalign);

void *aligned_alloc(size_t align, size_t size)
{
	return libc_memalign(align, size, &errno, LIBC_CALLER);
}
TARN_IS(aligned_alloc);

int posix_memalign(void **block, size_t align, size_t size)
{
	return libc_posix_memalign(block, align, size, LIBC_CALLER);
}
TARN_IS(posix_memalign);

void *valloc(size_t size)
{
	return libc_memalign(LIBC_PAGE, size, &errno, LIBC_CALLER);
}
TARN_IS(valloc);

void *pvalloc(size_t size)
{
	return libc_pvalloc(size, &errno, LIBC_CALLER);
}
TARN_IS(pvalloc);

size_t malloc_usable_size(void *block)
{
	return libc_usable_size(block);
}
TARN_IS(malloc_usable_size);

void cfree(void *block)
{
	libc_free(block, LIBC_CALLER);
}
TARN_IS(cfree);
