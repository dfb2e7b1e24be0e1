/* SPDX-License-Identifier: MIT
 * The commons: header-less runs, split and merged. See commons.c. What is inline here runs
 * inside the caller's lock window. */
#ifndef TARN_COMMONS_H
#define TARN_COMMONS_H

#include "guard.h"
#include "list.h"

/* Runs looked at in one lock window: twice as many whenever a search or a reader begins, or
 * begins again. (There are fewer than 2^24, so it does not become 0.) */
#define SLICE_BEGIN 1u
static inline uint32_t slice_more(uint32_t slice)
{
	return slice << 1;
}

/* Is `offset` the start of a live block? */
ALWAYS bool commons_live(const struct tarn_heap *heap, uint32_t offset)
{
	const struct pair *pair = pair_at(heap, offset);

	return in_commons(heap, offset) && sign_of(pair->start & pair->live, offset) < 0;
}

/* ---- commons.c: taking and giving ------------------------------------------------------- */

/* tarn_alloc where no pool serves, reached by a jump: the first run that is sure to be long
 * enough. */
void *commons_alloc(struct tarn_heap *heap, size_t size, void *caller);

/* tarn_free of what lies in no pool, reached by a jump. */
void commons_free(struct tarn_heap *heap, void *block, uint32_t offset, void *caller);

/* The rest runs inside the caller's lock window.
 *
 * The first run that is sure to be long enough; closes the window. */
void *split_alloc(struct tarn_heap *heap, size_t size, void *caller, tarn_port_key key);

/* Take a free run off its list. False iff its links are damaged: then nothing changed. */
bool run_take(struct tarn_heap *heap, uint32_t offset);

/* A free run, on no list, joins its list. */
void run_insert(struct tarn_heap *heap, uint32_t offset, uint32_t length);

/* A run of `length` that is on no list keeps its first `granules`; what lies after them is free. */
void run_cut(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules);

/* Give the live run at `offset` back: it becomes a free one, together
 * with its free neighbours. Returns 0, or the offset of a neighbour whose links are damaged:
 * that one it stays beside. */
uint32_t commons_give(struct tarn_heap *heap, uint32_t offset);

/* Give back what a live run has beyond `granules`. Returns as commons_give. */
uint32_t commons_shrink(struct tarn_heap *heap, uint32_t offset, uint32_t granules);

/* Let a live run of `length` grow to `granules` into its right neighbour. False iff that is not free, or
 * too short, or damaged: *damaged is then its offset. */
bool commons_grow(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules,
		  uint32_t *damaged);

/* ---- search.c, aligned.c: in slices, each in a lock window of its own ------------------- */

/* A block of request->granules, after a search in as many windows as it needs; NULL: nothing fits. */
void *commons_search(struct tarn_heap *heap, struct request *request);

/* The same for a block at a multiple of `align`. */
void *commons_search_aligned(struct tarn_heap *heap, struct request *request, uint32_t align);

/* What a search found, a run of `length` that was taken off its list: it becomes the first of the
 * request's own bin, where split_alloc takes it. Closes the window. */
void *found_alloc(struct tarn_heap *heap, const struct request *request, uint32_t offset,
		  uint32_t length, tarn_port_key key);

/* The longest free run, in granules. */
uint32_t commons_longest(struct tarn_heap *heap);

/* Would commons_search succeed? */
bool commons_has(struct tarn_heap *heap, uint32_t granules);

#endif
