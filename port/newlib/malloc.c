/* SPDX-License-Identifier: MIT
 * malloc() and its relatives for newlib and newlib-nano. newlib's own functions (printf, fopen,
 * getline, strtod, ...) call the twins that end in _r, so both are defined, and all of them:
 * one that is missing would come from libc.a and bring a second heap along. */
#include <malloc.h>
#include <reent.h>
#include <stdlib.h>

#include "tarn_libc.h"

/* Used: the references of libc.a appear after link-time optimization has looked. */
#define ENTRY __attribute__((used))

int posix_memalign(void **block, size_t align, size_t size);
void _cfree_r(struct _reent *reent, void *block);

/* malloc and free are not left to their twins: finding the reent would cost as much again. */
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

ENTRY void *_malloc_r(struct _reent *reent, size_t size)
{
	void *block = tarn_alloc(&tarn_default, size);

	if (!block)
		reent->_errno = ENOMEM;
	return block;
}

ENTRY void _free_r(struct _reent *reent, void *block)
{
	(void)reent;
	tarn_free(&tarn_default, block);
}

ENTRY void *_calloc_r(struct _reent *reent, size_t count, size_t size)
{
	void *block = tarn_alloc_zeroed(&tarn_default, count, size);

	if (!block)
		reent->_errno = ENOMEM;
	return block;
}

ENTRY void *_realloc_r(struct _reent *reent, void *block, size_t size)
{
	return libc_realloc(block, size, &reent->_errno);
}

ENTRY void *_memalign_r(struct _reent *reent, size_t align, size_t size)
{
	return libc_memalign(align, size, &reent->_errno);
}

ENTRY void *_valloc_r(struct _reent *reent, size_t size)
{
	return libc_memalign(LIBC_PAGE, size, &reent->_errno);
}

ENTRY void *_pvalloc_r(struct _reent *reent, size_t size)
{
	return libc_pvalloc(size, &reent->_errno);
}

ENTRY size_t _malloc_usable_size_r(struct _reent *reent, void *block)
{
	(void)reent;
	return tarn_usable_size(&tarn_default, block);
}

ENTRY void _cfree_r(struct _reent *reent, void *block)
{
	_free_r(reent, block);
}

/* ---- Without _r ------------------------------------------------------------------------- */

ENTRY void *calloc(size_t count, size_t size)
{
	return _calloc_r(_REENT, count, size);
}

ENTRY void *realloc(void *block, size_t size)
{
	return _realloc_r(_REENT, block, size);
}

ENTRY void *reallocarray(void *block, size_t count, size_t size)
{
	return libc_reallocarray(block, count, size, &_REENT->_errno);
}

ENTRY void *memalign(size_t align, size_t size)
{
	return _memalign_r(_REENT, align, size);
}

ENTRY void *aligned_alloc(size_t align, size_t size)
{
	return _memalign_r(_REENT, align, size);
}

ENTRY int posix_memalign(void **block, size_t align, size_t size)
{
	return libc_posix_memalign(block, align, size);
}

ENTRY void *valloc(size_t size)
{
	return _valloc_r(_REENT, size);
}

ENTRY void *pvalloc(size_t size)
{
	return _pvalloc_r(_REENT, size);
}

ENTRY size_t malloc_usable_size(void *block)
{
	return tarn_usable_size(&tarn_default, block);
}

ENTRY void cfree(void *block)
{
	free(block);
}
