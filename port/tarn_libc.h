/* SPDX-License-Identifier: MIT
 * What malloc() and its relatives promise, over the default heap: the part that is the same for
 * every libc. The adapters (port/newlib, port/picolibc, ...) add names and errno. */
#ifndef TARN_LIBC_H
#define TARN_LIBC_H

#include <errno.h>
#include <stddef.h>

#include "tarn.h"

/* Behind an entry point: keeps it through link-time optimization, which does not see the
 * references of a libc.a, and gives it the second name by which port/one-heap knows it. */
#define TARN_IS(name)                                       \
	extern __typeof__(name) name __attribute__((used)); \
	extern __typeof__(name) tarn_is_##name __attribute__((used, alias(#name), copy(name)))

#define LIBC_PAGE 4096 /* what valloc() and pvalloc() align to */

/* Make the default heap. Runs before the first constructor, from .preinit_array; a startup that
 * does not run that array calls it before anything allocates. Until then every request is refused.
 *
 * The table is tarn_malloc_table where the program defines one (TARN_TABLE_EXTERN), else
 * tarn_table_default. An arena that cannot hold it becomes commons alone, and tarn_malloc_misfit is
 * told, where the program defines that: before stdio and constructors, so it had better only note
 * it. tarn_misfit_text() makes a sentence of what it gets. */
void tarn_malloc_init(void);
extern const struct tarn_table tarn_malloc_table __attribute__((weak));
void tarn_malloc_misfit(enum tarn_status status, const struct tarn_table *table,
			const struct tarn_misfit *why) __attribute__((weak));

/* The address that an entry point returns to: level 3 records it as a block's owner. Below, these
 * calls carry nothing of it. */
#define LIBC_CALLER __builtin_return_address(0)

static inline void *libc_malloc(size_t size, void *caller)
{
#if TARN_HARDEN >= 3
	return tarn_alloc_for(&tarn_default, size, caller);
#else
	(void)caller;
	return tarn_alloc(&tarn_default, size);
#endif
}

/* Out of line, and left by a jump: malloc() is then six instructions and tarn_alloc(). */
static __attribute__((noinline, cold, unused)) void *libc_refuse(void)
{
	errno = ENOMEM;
	return NULL;
}

static inline void *libc_calloc(size_t count, size_t size, int *error, void *caller)
{
#if TARN_HARDEN >= 3
	void *block = tarn_alloc_zeroed_for(&tarn_default, count, size, caller);
#else
	void *block = tarn_alloc_zeroed(&tarn_default, count, size);

	(void)caller;
#endif
	if (!block)
		*error = ENOMEM;
	return block;
}

/* realloc(): NULL allocates; size 0 frees and answers NULL, which is then no error. */
static inline void *libc_realloc(void *block, size_t size, int *error, void *caller)
{
	void *moved;

	if (block && size == 0) {
		tarn_free(&tarn_default, block);
		return NULL;
	}
#if TARN_HARDEN >= 3
	moved = tarn_realloc_for(&tarn_default, block, size, caller);
#else
	(void)caller;
	moved = tarn_realloc(&tarn_default, block, size);
#endif
	if (!moved)
		*error = ENOMEM;
	return moved;
}

static inline void *libc_reallocarray(void *block, size_t count, size_t size, int *error,
				      void *caller)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes)) {
		*error = ENOMEM;
		return NULL;
	}
	return libc_realloc(block, bytes, error, caller);
}

/* reallocf(): what cannot be resized is freed. The libcs have one, which also frees behind a realloc()
 * to 0 bytes; here that has freed already. */
static inline void *libc_reallocf(void *block, size_t size, int *error, void *caller)
{
	void *moved = libc_realloc(block, size, error, caller);

	if (!moved && size)
		tarn_free(&tarn_default, block);
	return moved;
}

/* memalign(), aligned_alloc(): an alignment that is no power of two is EINVAL. The size need not
 * be a multiple of it. */
static inline void *libc_memalign(size_t align, size_t size, int *error, void *caller)
{
#if TARN_HARDEN >= 3
	void *block = tarn_alloc_aligned_for(&tarn_default, align, size, caller);
#else
	void *block = tarn_alloc_aligned(&tarn_default, align, size);

	(void)caller;
#endif
	if (!block)
		*error = align == 0 || align & (align - 1) ? EINVAL : ENOMEM;
	return block;
}

/* posix_memalign(): returns the error, and leaves errno and, on failure, *block alone. */
static inline int libc_posix_memalign(void **block, size_t align, size_t size, void *caller)
{
	int error = 0;
	void *aligned;

	if (align % sizeof(void *))
		return EINVAL;
	aligned = libc_memalign(align, size, &error, caller);
	if (aligned)
		*block = aligned;
	return error;
}

/* pvalloc(): whole pages. */
static inline void *libc_pvalloc(size_t size, int *error, void *caller)
{
	if (size > TARN_ARENA_MAX) {
		*error = ENOMEM;
		return NULL;
	}
	return libc_memalign(LIBC_PAGE, (size + LIBC_PAGE - 1) & ~(size_t)(LIBC_PAGE - 1), error,
			     caller);
}

#endif
