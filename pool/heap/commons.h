/* SPDX-License-Identifier: MIT
 * The commons: header-less runs, split and merged. See commons.c. What is inline here runs
 * inside the caller's lock window. */
#ifndef TARN_COMMONS_H
#define TARN_COMMONS_H

#include "../guard/guard.h"
#include "list.h"

/* Runs looked at in one lock window: twice as many whenever a search or a reader begins, or
 * begins again. */
#define SLICE_BEGIN 1u
static inline uint32_t slice_more(uint32_t slice)
{
	return slice & TOP_BIT ? slice : slice << 1;
}

/* Is `offset` the start of a live block? */
ALWAYS bool commons_live(const struct tarn_heap *heap, uint32_t offset)
{
	const struct pair *pair = pair_at(heap, offset);

	return in_commons(heap, offset) && sign_of(pair->start & pair->live, offset) < 0;
}

/* So many granules are in use now. What is counted is how many more may be before that is a new
 * peak. */
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

/* From level 2 on: a run was taken. What lies from `virgin` on was never used, and holds no
 * fill. */
static ALWAYS void run_opened(struct tarn_heap *heap, uint32_t offset, uint32_t granules)
{
#if TARN_HARDEN >= 2
	uint32_t end = offset + (granules << GRANULE_SHIFT);

	guard_taken(at(heap, offset), heap->virgin > offset ? heap->virgin - offset : 0);
	if (end > heap->virgin) {
		heap->virgin = end;
		/* Else grown_unwritten does, which needs the count. */
		if (end - offset > TARN_RECORD)
			guard_fresh(at(heap, offset), end - offset);
	}
#else
	(void)heap, (void)offset, (void)granules;
#endif
}

/* A free run, on no list, joins its list. */
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

/* A free run, on no list, joins its list. */
void run_insert(struct tarn_heap *heap, uint32_t offset, uint32_t length);

/* Take a free run off its list. False iff its links are damaged: then nothing changed. */
bool run_take(struct tarn_heap *heap, uint32_t offset);

/* The same for the free run at `right`, to be one with the run before it. Returns its length; 0 iff
 * its links are damaged. */
uint32_t run_absorb(struct tarn_heap *heap, uint32_t right);

/* A run of `length` that is on no list keeps its first `granules`; what lies after them is free. */
void run_cut(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules);

/* ---- search.c, aligned.c: in slices, each in a lock window of its own ------------------- */

/* A run of request->granules or more, after a search in as many windows as it needs. Returns its
 * offset: then it was taken off its list, its length is in request->length, and the window is still
 * open, with *key. NONE: nothing fits, and no window is open. */
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

/* Field by field: of an initialiser GCC makes a call to memset for Thumb-1. */
static inline void longest_begin(struct longest *longest)
{
	longest->length = 0;
	longest->walk.offset = 0;
	longest->walk.left = 0;
	longest->slice = SLICE_BEGIN;
}

/* Look at the next few runs. Inside the caller's lock window. The search begins again when the
 * heap was touched since the last slice. True: `length` is what was searched for. */
bool longest_slice(struct tarn_heap *heap, struct longest *longest);

/* The longest free run, in granules, in as many windows as it needs. */
uint32_t commons_longest(struct tarn_heap *heap);

/* Would commons_search succeed? */
bool commons_has(struct tarn_heap *heap, uint32_t granules);

#endif
