/* SPDX-License-Identifier: MIT
 * malloc() and its relatives over the default heap: the part that is the same for every libc. The
 * adapters (port/malloc/newlib, port/malloc/picolibc, ...) add names and errno. */
#ifndef PORT_LIBC_HEAPS_H
#define PORT_LIBC_HEAPS_H

#include <errno.h>
#include <stddef.h>

#include "tarn_libc.h"
#include "tarn_refused.h"
#include "libc_product.h"

#define LIBC_PAGE 4096 /* what valloc() and pvalloc() align to */

/* malloc's heaps in order; NULL after the last. */
static inline struct tarn_heap *libc_heap(uint32_t index)
{
#if TARN_MALLOC_HEAPS > 1
	if (index > 0)
		return index <= tarn_malloc_heaps ? &tarn_malloc_more[index - 1] : NULL;
#endif
	return index == 0 ? &tarn_default : NULL;
}

/* The heap of a block. If no heap owns the pointer, the default heap, which then raises the
 * fault. */
static inline struct tarn_heap *libc_heap_of(const void *block)
{
	struct tarn_heap *heap;

	for (uint32_t i = 1; TARN_MALLOC_HEAPS > 1 && (heap = libc_heap(i)); i++)
		if (tarn_owns(heap, block))
			return heap;
	return &tarn_default;
}

/* The return address of an entry point. Faults and refusals name it (tarn_refused.h), and level 3
 * records it as a block's owner. */
#define LIBC_CALLER __builtin_return_address(0)

/* If `block`, from the first heap, is NULL: sets it to what call(heap, ...) returns for the first
 * other heap that serves. */
#define LIBC_ELSEWHERE(block, call, ...)                                             \
	for (uint32_t i = 1; TARN_MALLOC_HEAPS > 1 && !(block) && libc_heap(i); i++) \
	(block) = call(libc_heap(i), __VA_ARGS__, caller)

/* Returns `block`. If it is NULL and there are several heaps, which are quiet, it reports the
 * refusal as that of the last one. */
static inline void *libc_told(void *block, size_t align, size_t size, void *caller)
{
#if TARN_MALLOC_HEAPS > 1
	if (!block && libc_heap(1))
		tarn_refused_for(libc_heap(tarn_malloc_heaps), align, size, caller);
#endif
	(void)align, (void)size, (void)caller;
	return block;
}

static inline void *libc_malloc(size_t size, void *caller)
{
	void *block = tarn_alloc_for(&tarn_default, size, caller);

	LIBC_ELSEWHERE(block, tarn_alloc_for, size);
	return libc_told(block, TARN_ALIGN, size, caller);
}

/* Ends an entry point, by a jump where it can. */
static inline void libc_free_in(struct tarn_heap *heap, void *block, void *caller)
{
	if (TARN_JUMPS_(heap))
		tarn_free(heap, block);
	else
		tarn_free_for(heap, block, caller);
}

static inline void libc_free(void *block, void *caller)
{
	libc_free_in(libc_heap_of(block), block, caller);
}

static inline size_t libc_usable_size(const void *block)
{
	return tarn_usable_size(libc_heap_of(block), block);
}

static inline void *libc_calloc(size_t count, size_t size, int *error, void *caller)
{
	void *block = tarn_alloc_zeroed_for(&tarn_default, count, size, caller);

	LIBC_ELSEWHERE(block, tarn_alloc_zeroed_for, count, size);
	if (!block) {
		libc_told(block, TARN_ALIGN, libc_product(count, size), caller);
		*error = ENOMEM;
	}
	return block;
}

/* Moves a block to another heap. */
static inline void *libc_move(struct tarn_heap *heap, void *block, size_t size, void *caller)
{
	size_t kept = tarn_usable_size(heap, block);
	char *moved = (char *)libc_malloc(size, caller);

	if (!moved)
		return NULL;
	for (size_t i = 0; i < kept && i < size; i++)
		moved[i] = ((char *)block)[i];
	tarn_free_for(heap, block, caller);
	return moved;
}

/* realloc(). A block of NULL allocates. A size of 0 frees and returns NULL, which is not an
 * error. */
static inline void *libc_realloc(void *block, size_t size, int *error, void *caller)
{
	struct tarn_heap *heap = libc_heap_of(block);
	void *moved;

	if (block && size == 0) {
		tarn_free_for(heap, block, caller);
		return NULL;
	}
	moved = block ? tarn_realloc_for(heap, block, size, caller) : libc_malloc(size, caller);
	if (libc_heap(1) && block && !moved && tarn_is_whole(heap, block))
		moved = libc_move(heap, block, size, caller);
	if (!moved)
		*error = ENOMEM;
	return moved;
}

static inline void *libc_reallocarray(void *block, size_t count, size_t size, int *error,
				      void *caller)
{
	return libc_realloc(block, libc_product(count, size), error, caller);
}

/* reallocf(): frees a block that it cannot resize. A realloc() to 0 bytes has freed the block
 * already. So this does not free it then, though the reallocf() of the libcs does. */
static inline void *libc_reallocf(void *block, size_t size, int *error, void *caller)
{
	void *moved = libc_realloc(block, size, error, caller);

	if (!moved && size)
		tarn_free_for(libc_heap_of(block), block, caller);
	return moved;
}

/* memalign(), aligned_alloc(). An alignment that is not a power of two is EINVAL. The size need not
 * be a multiple of the alignment. */
static inline void *libc_memalign(size_t align, size_t size, int *error, void *caller)
{
	void *block = tarn_alloc_aligned_for(&tarn_default, align, size, caller);

	LIBC_ELSEWHERE(block, tarn_alloc_aligned_for, align, size);
	if (!libc_told(block, align, size, caller))
		*error = align == 0 || align & (align - 1) ? EINVAL : ENOMEM;
	return block;
}

/* posix_memalign(): returns the error. It does not change errno, nor, on failure, *block. */
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

/* pvalloc(): rounds the size up to whole pages. */
static inline void *libc_pvalloc(size_t size, int *error, void *caller)
{
	if (size <= TARN_ARENA_MAX) /* a larger size is refused; rounding it up might overflow */
		size = (size + LIBC_PAGE - 1) & ~(size_t)(LIBC_PAGE - 1);
	return libc_memalign(LIBC_PAGE, size, error, caller);
}

#endif
