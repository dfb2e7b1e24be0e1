/* SPDX-License-Identifier: MIT
 * malloc() and its relatives for newlib and newlib-nano. newlib's own functions (printf, fopen,
 * getline, strtod, ...) call the variants that end in _r. So both variants of all functions are
 * here. A missing one would come from libc.a, with a second heap. */
#include <malloc.h>
#include <reent.h>
#include <stdlib.h>

#include "../../private/libc_for.h"

/* Finds errno. If newlib keeps a thread's state in thread-local variables (an option since 4.3), it
 * defines this macro itself. */
#ifndef _REENT_ERRNO
#define _REENT_ERRNO(reent) ((reent)->_errno)
#endif

int posix_memalign(void **block, size_t align, size_t size);
void _cfree_r(struct _reent *reent, void *block);

/* malloc and free do not call their _r variants. Finding the reent would double their cost. */
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

void *_malloc_r(struct _reent *reent, size_t size)
{
	void *block = libc_malloc(size, LIBC_CALLER);

	if (!block)
		_REENT_ERRNO(reent) = ENOMEM;
	return block;
}
TARN_IS(_malloc_r);

void _free_r(struct _reent *reent, void *block)
{
	(void)reent;
	libc_free(block, LIBC_CALLER);
}
TARN_IS(_free_r);

void *_calloc_r(struct _reent *reent, size_t count, size_t size)
{
	return libc_calloc(count, size, &_REENT_ERRNO(reent), LIBC_CALLER);
}
TARN_IS(_calloc_r);

void *_realloc_r(struct _reent *reent, void *block, size_t size)
{
	return libc_realloc(block, size, &_REENT_ERRNO(reent), LIBC_CALLER);
}
TARN_IS(_realloc_r);

void *_reallocf_r(struct _reent *reent, void *block, size_t size)
{
	return libc_reallocf(block, size, &_REENT_ERRNO(reent), LIBC_CALLER);
}
TARN_IS(_reallocf_r);

void *_memalign_r(struct _reent *reent, size_t align, size_t size)
{
	return libc_memalign(align, size, &_REENT_ERRNO(reent), LIBC_CALLER);
}
TARN_IS(_memalign_r);

void *_valloc_r(struct _reent *reent, size_t size)
{
	return libc_memalign(LIBC_PAGE, size, &_REENT_ERRNO(reent), LIBC_CALLER);
}
TARN_IS(_valloc_r);

void *_pvalloc_r(struct _reent *reent, size_t size)
{
	return libc_pvalloc(size, &_REENT_ERRNO(reent), LIBC_CALLER);
}
TARN_IS(_pvalloc_r);

size_t _malloc_usable_size_r(struct _reent *reent, void *block)
{
	(void)reent;
	return libc_usable_size(block);
}
TARN_IS(_malloc_usable_size_r);

void _cfree_r(struct _reent *reent, void *block)
{
	(void)reent;
	libc_free(block, LIBC_CALLER);
}
TARN_IS(_cfree_r);

/* ---- Without _r ------------------------------------------------------------------------- */

void *calloc(size_t count, size_t size)
{
	return libc_calloc(count, size, &_REENT_ERRNO(_REENT), LIBC_CALLER);
}
TARN_IS(calloc);

void *realloc(void *block, size_t size)
{
	return libc_realloc(block, size, &_REENT_ERRNO(_REENT), LIBC_CALLER);
}
TARN_IS(realloc);

void *reallocarray(void *block, size_t count, size_t size)
{
	return libc_reallocarray(block, count, size, &_REENT_ERRNO(_REENT), LIBC_CALLER);
}
TARN_IS(reallocarray);

void *reallocf(void *block, size_t size)
{
	return libc_reallocf(block, size, &_REENT_ERRNO(_REENT), LIBC_CALLER);
}
TARN_IS(reallocf);

void *memalign(size_t align, size_t size)
{
	return libc_memalign(align, size, &_REENT_ERRNO(_REENT), LIBC_CALLER);
}
TARN_IS(memalign);

void *aligned_alloc(size_t align, size_t size)
{
	return libc_memalign(align, size, &_REENT_ERRNO(_REENT), LIBC_CALLER);
}
TARN_IS(aligned_alloc);

int posix_memalign(void **block, size_t align, size_t size)
{
	return libc_posix_memalign(block, align, size, LIBC_CALLER);
}
TARN_IS(posix_memalign);

void *valloc(size_t size)
{
	return libc_memalign(LIBC_PAGE, size, &_REENT_ERRNO(_REENT), LIBC_CALLER);
}
TARN_IS(valloc);

void *pvalloc(size_t size)
{
	return libc_pvalloc(size, &_REENT_ERRNO(_REENT), LIBC_CALLER);
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
