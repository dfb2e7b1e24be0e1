/* SPDX-License-Identifier: MIT
 * The commons: header-less runs, split and merged. See commons.c. */
#ifndef TARN_COMMONS_H
#define TARN_COMMONS_H

#include "guard.h"
#include "list.h"

enum found { FOUND, NOT_FOUND, MORE };

/* tarn_alloc below level 2 for a size that the map does not name, reached by a jump. */
void *commons_alloc(struct tarn_heap *heap, size_t size, void *caller);
/* The same for a size of no exact bin, whose class may overflow or which has none. */
void *commons_alloc_long(struct tarn_heap *heap, uint32_t granules, void *caller);

/* Take a run of request->granules: a lock window's worth of the search for one. Returns its offset, NONE or
 * NOT_YET. */
uint32_t commons_take(struct tarn_heap *heap, struct request *request);

/* aligned.c: the same for a run that starts at a multiple of `align`, from beginning to end: takes the lock, and
 * counts. */
uint32_t commons_take_aligned(struct tarn_heap *heap, struct request *request, uint32_t align);

/* tarn_free for a pointer that lies in no pool, reached by a jump. Takes the lock. */
void commons_free(struct tarn_heap *heap, void *block, uint32_t offset, void *caller);

/* free.c: the faults of a free, for `caller` (NULL: of whoever called). */
#if FAST_PATHS
void free_refused(struct tarn_heap *heap, const void *block, void *caller);
void free_damaged(struct tarn_heap *heap, uint32_t offset, void *caller);
#endif

/* Give back what a live run has beyond `granules`. Inside the caller's lock window. Returns as
 * commons_give. */
uint32_t commons_shrink(struct tarn_heap *heap, uint32_t offset, uint32_t granules);

/* Let a live run of `length` grow to `granules` into its right neighbour. NOT_FOUND iff that is not
 * free, or too short, or damaged (*damaged is then its offset); MORE: the window is full, try again
 * in another. Inside the lock window. */
enum found commons_grow(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules,
			uint32_t *damaged);

/* The longest free run, in granules. Takes the lock, a slice at a time. */
uint32_t commons_longest(struct tarn_heap *heap);

/* Would commons_take succeed? Takes the lock, a slice at a time. */
bool commons_has(struct tarn_heap *heap, uint32_t granules);

#endif
