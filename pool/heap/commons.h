/* SPDX-License-Identifier: MIT
 * The commons: runs without headers, split and merged. See commons.c. What is inline here runs
 * inside the caller's lock window. */
#ifndef TARN_COMMONS_H
#define TARN_COMMONS_H

#include "../guard/guard.h"
#include "list.h"

/* How many runs one lock window looks at. A search or a reader doubles it whenever it begins, or
 * begins again, so interrupts that change the heap cannot keep it from its end. */
#define SLICE_BEGIN 1u
static inline uint32_t slice_more(uint32_t slice)
{
	return slice & TOP_BIT ? slice : slice << 1;
}

/* Does a live block start at `offset`? */
ALWAYS bool commons_live(const struct tarn_heap *heap, uint32_t offset)
{
	const struct pair *pair = pair_at(heap, offset);

	return in_commons(heap, offset) && sign_of(pair->start & pair->live, offset) < 0;
}

/* Counts `granules` as used. heap->room is how many more may be used before that is a new peak. */
ALWAYS void count_used(struct tarn_heap *heap, uint32_t offset, uint32_t granules)
{
	uint32_t room = heap->room - granules;

	if (unlikely((int32_t)room < 0)) {
		heap->peak -= room;
		room = 0;
	}
	heap->room = room;
	touch(heap, offset);
}

/* A run was taken. From level 2 on its used bytes hold the fill. Bytes from `virgin` on were never
 * used and hold none. */
static ALWAYS void run_opened(struct tarn_heap *heap, uint32_t offset, uint32_t granules)
{
#if TARN_HARDEN >= 2
	uint32_t end = offset + (granules << GRANULE_SHIFT);

	guard_taken(at(heap, offset), heap->virgin > offset ? heap->virgin - offset : 0);
	if (end > heap->virgin) {
		heap->virgin = end;
		/* otherwise grown_unwritten does it, after it has read the count */
		if (end - offset > TARN_RECORD)
			guard_fresh(at(heap, offset), end - offset);
	}
#else
	(void)heap, (void)offset, (void)granules;
#endif
}

/* Puts a free run that is on no list into its bin. */
inline void insert(struct tarn_heap *heap, uint32_t offset, uint32_t length)
{
	uint32_t bin = length;

	if (length >= EXACT_BINS) {
		run_length_set(heap, offset, length);
		bin = bin_of(length);
	}
	list_push(heap, offset, bin);
}

/* ---- commons.c: inside the caller's lock window ----------------------------------------- */

/* `insert` as a function. */
void run_insert(struct tarn_heap *heap, uint32_t offset, uint32_t length);

/* Takes a free run off its list. False, and nothing changed, iff its links are damaged. */
bool run_take(struct tarn_heap *heap, uint32_t offset);

/* The same for the free run at `right`, which becomes part of the run before it. Returns its
 * length; 0 iff its links are damaged. */
uint32_t run_absorb(struct tarn_heap *heap, uint32_t right);

/* Cuts a run of `length` that is on no list: it keeps its first `granules`, and the rest becomes a
 * free run. */
void run_cut(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules);

/* ---- search.c, aligned.c: in slices, each in a lock window of its own ------------------- */

/* Searches, in as many windows as it needs, for a run of request->granules or more. Returns its
 * offset: then the run is off its list, its length is in request->length, and the window is still
 * open, with *key. Returns NONE if nothing fits; then no window is open. */
uint32_t commons_search(struct tarn_heap *heap, struct request *request, tarn_port_key *key);

/* The same for a run that starts at a multiple of `align`. */
uint32_t commons_search_aligned(struct tarn_heap *heap, struct request *request, uint32_t align,
				tarn_port_key *key);

/* A search for the longest free run. */
struct longest {
	uint32_t length;  /* granules of the longest of those that were looked at */
	uint32_t slice;   /* runs to look at in one lock window */
	struct walk walk; /* along the last bin */
};

/* field by field, because GCC turns an initialiser into a call of memset for Thumb-1 */
static inline void longest_begin(struct longest *longest)
{
	longest->length = 0;
	longest->walk.offset = 0;
	longest->walk.left = 0;
	longest->slice = SLICE_BEGIN;
}

/* Looks at the next few runs, inside the caller's lock window. The search begins again when the
 * heap was touched since the last slice. True: `length` is the result. */
bool longest_slice(struct tarn_heap *heap, struct longest *longest);

/* The length of the longest free run, in granules. Uses as many windows as it needs. */
uint32_t commons_longest(struct tarn_heap *heap);

/* Would commons_search succeed? */
bool commons_has(struct tarn_heap *heap, uint32_t granules);

#endif
