/* SPDX-License-Identifier: MIT
 * malloc and its relatives, as the C standard, POSIX and glibc's manual describe them.
 *
 * A refused request sets errno to ENOMEM. free() does not change errno. Every block is aligned to
 * 16 bytes. realloc(block, 0) frees the block. A program may use all bytes that
 * malloc_usable_size() returns, and realloc() keeps them. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "environment.h"
#include "heaps.h"
#include "../../private/libc_product.h"
#include "tarn_libc.h"
#include "tarn_record.h"

#ifndef __has_feature
#define __has_feature(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||           \
	defined(__SANITIZE_HWADDRESS__) || __has_feature(address_sanitizer) || \
	__has_feature(thread_sanitizer) || __has_feature(memory_sanitizer) ||  \
	__has_feature(hwaddress_sanitizer)
#error "-fsanitize: the sanitizer has a malloc of its own: link tarn in place of tarn-malloc"
#endif

_Static_assert(TARN_ALIGN == 16, "max_align_t: build with -DTARN_ALIGN=16");

/* With -flto the linker must keep functions whose calls it does not see yet. It must not inline
 * those that ask for their return address. */
#define ENTRY __attribute__((used, noinline, visibility("default")))
#define FROM  __builtin_return_address(0)

static void *get(size_t align, size_t size, void *caller)
{
	void *block;

	heaps_enter(caller);
	block = heaps_alloc(align, size);
	tarn_record_alloc(block, align, size, caller);
	heaps_leave();
	if (!block) {
		heaps_refused(align, size, caller);
		errno = ENOMEM;
	}
	return block;
}

static void *resize(void *block, size_t size, void *caller)
{
	void *resized;
	bool refused;

	if (!block)
		return get(0, size, caller);
	heaps_enter(caller);
	resized = heaps_resize(block, size);
	refused = !resized && heaps_live(block); /* otherwise it was a fault */
	tarn_record_resized(block, resized, size, caller);
	heaps_leave();
	if (refused)
		heaps_refused(0, size, caller);
	if (!resized)
		errno = ENOMEM;
	return resized;
}

static void give(void *block, void *caller)
{
	heaps_enter(caller);
	heaps_free(block);
	if (*heaps_environment.trace && !heaps_live(block)) /* otherwise it was a fault */
		tarn_record_free(block);
	heaps_leave();
}

/* realloc(block, 0) is a free. */
static void *resize_or_give(void *block, size_t size, void *caller)
{
	if (size || !block)
		return resize(block, size, caller);
	give(block, caller);
	return NULL;
}

ENTRY void *malloc(size_t size)
{
	return get(0, size, FROM);
}

ENTRY void free(void *block)
{
	if (block)
		give(block, FROM);
}

static void *get_zeroed(size_t count, size_t size, void *caller)
{
	size_t bytes = libc_product(count, size);
	void *block = get(0, bytes, caller);

	return block ? memset(block, 0, bytes) : NULL;
}

ENTRY void *calloc(size_t count, size_t size)
{
	return get_zeroed(count, size, FROM);
}

ENTRY void *realloc(void *block, size_t size)
{
	return resize_or_give(block, size, FROM);
}

ENTRY void *reallocarray(void *block, size_t count, size_t size)
{
	return resize_or_give(block, libc_product(count, size), FROM);
}

/* ---- Aligned ------------------------------------------------------------------------------- */

/* Rounds an alignment that is not a power of two up to one. EINVAL if no power of two is large
 * enough. */
static void *get_aligned(size_t align, size_t size, void *caller)
{
	size_t power = TARN_ALIGN;

	while (power < align && power)
		power *= 2;
	if (!power) {
		heaps_refused(align, size, caller);
		errno = EINVAL;
		return NULL;
	}
	return get(power, size, caller);
}

ENTRY void *memalign(size_t align, size_t size)
{
	return get_aligned(align, size, FROM);
}

ENTRY void *aligned_alloc(size_t align, size_t size)
{
	return get_aligned(align, size, FROM);
}

/* Returns the error, and does not change *block then. On ENOMEM it also sets errno, as glibc
 * does. */
ENTRY int posix_memalign(void **block, size_t align, size_t size)
{
	void *aligned;

	if (align % sizeof(void *) || align & (align - 1) || !align)
		return EINVAL;
	aligned = get(align, size, FROM);
	if (!aligned)
		return ENOMEM;
	*block = aligned;
	return 0;
}

static size_t page(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

ENTRY void *valloc(size_t size)
{
	return get(page(), size, FROM);
}

/* Rounds the size up to whole pages. */
ENTRY void *pvalloc(size_t size)
{
	size_t last = page() - 1;

	return get(page(), size > SIZE_MAX - last ? size : (size + last) & ~last, FROM);
}

ENTRY size_t malloc_usable_size(void *block)
{
	size_t size;

	heaps_enter(FROM);
	size = heaps_usable(block);
	heaps_leave();
	return size;
}

/* ---- On behalf of a caller (tarn_libc.h) ---------------------------------------------------- */

ENTRY void *tarn_malloc_for(size_t size, void *caller)
{
	return get(0, size, caller);
}

ENTRY void *tarn_malloc_zeroed_for(size_t count, size_t size, void *caller)
{
	return get_zeroed(count, size, caller);
}

ENTRY void *tarn_malloc_aligned_for(size_t align, size_t size, void *caller)
{
	return get_aligned(align, size, caller);
}

ENTRY void *tarn_malloc_realloc_for(void *block, size_t size, void *caller)
{
	return resize_or_give(block, size, caller);
}

ENTRY void tarn_malloc_free_for(void *block, void *caller)
{
	if (block)
		give(block, caller);
}
