/* SPDX-License-Identifier: MIT
 * What every path through the commons does with a run. All of it runs inside the caller's lock
 * window. */
#ifndef TARN_RUN_H
#define TARN_RUN_H

#include "block.h"

/* Runs looked at in one lock window: twice as many whenever a search or a reader begins, or begins again. (Rotated: it
 * never becomes 0.) */
#define SLICE_BEGIN 1u
static inline uint32_t slice_more(uint32_t slice)
{
	return rotate_right(slice, 31);
}

#define FRONTIER_SLICE 512u /* virgin granules whose plane words are set in one lock window */

#if FOR_SPEED

#define FRONTIER_WORDS 2 /* set at once */

/* Set the plane words so far that a run may start at `offset`, at or behind heap->reach: up to the one behind
 * its own, where it may keep its length. The last of all, which tarn_init set, is so many words away that
 * these end before it. */
static APART void frontier_advance(struct tarn_heap *heap, uint32_t offset)
{
	uint32_t reach = heap->reach;
	uint32_t set = heap_end(heap);
	uint32_t last = set - 2 * WORD_BYTES;
	struct pair *pair = pair_at(heap, reach);

	do {
		pair_set(pair + 1, 0, 0);
		pair_set(pair + 2, 0, 0);
		pair += FRONTIER_WORDS;
		reach += FRONTIER_WORDS << WORD_SHIFT;
	} while (unlikely(reach <= offset) && reach <= last);
	if (likely(reach <= last))
		set = reach + WORD_BYTES;
	else
		reach = UINT32_MAX; /* all of them are set */
	heap->reach = reach;
	heap->frontier = (set - heap->commons) >> GRANULE_SHIFT;
}

/* May a run start at `offset`? Sets the plane words, but no more than a lock window allows. False:
 * another window is needed to go on. */
FAST bool frontier_reach(struct tarn_heap *heap, uint32_t offset)
{
	uint32_t most = heap->reach + (FRONTIER_SLICE << GRANULE_SHIFT) - 1;

	if (likely(offset < heap->reach))
		return true;
	if (unlikely(offset > most))
		touch(heap, 0);
	else
		most = offset;
	frontier_advance(heap, most);
	return offset < heap->reach;
}

#else

SHARED bool frontier_reach(struct tarn_heap *heap, uint32_t offset);

#if SHARED_HERE

/* The same, a word at a time, up to the one behind that of heap->frontier (heap->reach stays 0); never the
 * last of all. */
bool frontier_reach(struct tarn_heap *heap, uint32_t offset)
{
	uint32_t all = (heap->end - heap->commons) >> GRANULE_SHIFT;
	uint32_t beyond = ((offset - heap->commons) >> GRANULE_SHIFT) + 32;
	uint32_t left = FRONTIER_SLICE / 32;

	while (heap->frontier <= beyond && heap->frontier != all) {
		if (!left--) {
			touch(heap, 0);
			return false;
		}
		pair_set(pair_at(heap, frontier_of(heap)), 0, 0);
		heap->frontier += 32;
		if (heap->frontier + 32 > all)
			heap->frontier = all;
	}
	return true;
}

#endif
#endif

/* commons.c: a run that is neither live nor on a list becomes a free one, together with its free
 * neighbours. Returns 0, or the offset of a neighbour whose links are damaged: that one it stays
 * beside. */
GENERAL uint32_t give_run(struct tarn_heap *heap, uint32_t offset, uint32_t length);

/* Give a live run back. Returns as give_run. */
FAST uint32_t commons_give(struct tarn_heap *heap, uint32_t offset)
{
	uint32_t length = run_length(heap, offset);

	live_flip(heap, offset);
	heap->used -= length << GRANULE_SHIFT;
	return give_run(heap, offset, length);
}

/* What lies behind the first `granules` of the run of `length`, which is on no list, becomes a free
 * run. */
ALWAYS void split(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules)
{
	uint32_t rest = offset + (granules << GRANULE_SHIFT);

	run_length_set(heap, offset, granules);
	if (length > granules) {
		start_flip(heap, rest);
		list_insert(heap, rest, length - granules);
	}
}

FAST void count_used(struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	heap->used += bytes;
	if (heap->used > heap->peak)
		heap->peak = heap->used;
	touch(heap, offset);
}

/* A free run of `length` that is on no list, its links wiped, becomes live in its first `granules`; the rest is
 * free. */
FAST void make_live(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules)
{
	live_flip(heap, offset);
	split(heap, offset, length, granules);
	count_used(heap, offset, granules << GRANULE_SHIFT);
	guard_run_taken(heap, offset, granules << GRANULE_SHIFT);
}

/* The same, its links as they were. */
static inline void run_open(struct tarn_heap *heap, uint32_t offset, uint32_t length,
			    uint32_t granules)
{
	struct node *node = node_at(heap, offset);

	node->next = 0;
	node->prev = 0;
	make_live(heap, offset, length, granules);
}

#if FOR_SPEED

/* Take the first run of `bin`. 0: it is damaged. Inside the lock window. */
FAST uint32_t take_first(struct tarn_heap *heap, uint32_t granules, uint32_t bin)
{
	uint32_t head = head_offset(heap, bin);
	uint32_t offset = *link_at(heap->base, head);
	uint32_t end = offset + (granules << GRANULE_SHIFT);

	if (unlikely(!list_pop(heap, head, bin, offset)))
		return 0;
	if (unlikely(end >= heap->reach))
		frontier_advance(heap, end);
	make_live(heap, offset, run_length(heap, offset), granules);
	if (!offset)
		__builtin_unreachable(); /* no run has offset 0 */
	return offset;
}

/* The bin whose first run is to be taken: the `bin` of these granules, if the first run there is long enough,
 * else the next one that has any. */
FAST uint32_t sure_bin(const struct tarn_heap *heap, uint32_t granules, uint32_t bin)
{
	uint32_t word = bin >> 5;
	uint32_t bits = heap->bins[word] << (bin & 31);

	if (bits & TOP_BIT &&
	    (granules < EXACT_BINS || run_length(heap, *head_of(heap, bin)) >= granules))
		return bin;
	bits <<= 1;
	if (likely(bits))
		return bin + 1 + leading_zeros(bits);
	return likely(word == 0) ? bin_beyond(heap) : NO_BIN;
}

/* Take what the search of commons.c would find first, up to FRONTIER_SLICE granules. 0: something is in
 * its way. Inside the lock window. */
FAST uint32_t take_sure(struct tarn_heap *heap, uint32_t granules)
{
	uint32_t bin = sure_bin(heap, granules, bin_of(granules));

	return bin == NO_BIN ? 0 : take_first(heap, granules, bin);
}

#endif

#if FAST_PATHS

/* Anything out of the ordinary is done again, from the start: closes the caller's lock window. (The size,
 * rounded up, is as good as what was asked.) */
static APART void *again(struct tarn_heap *heap, uint32_t granules, tarn_port_key key, void *caller)
{
	tarn_port_unlock(key);
	return block_alloc(heap, granules << GRANULE_SHIFT, TAIL_PASS(caller));
}

/* commons_fast.c: the first run of the next bin that has any, for a request whose own bin, an exact one, is
 * empty. Closes the caller's lock window. */
void *split_alloc(struct tarn_heap *heap, uint32_t granules, tarn_port_key key, void *caller);

/* The last freed run of exactly the right length, which has a bin of its own, with this head. Closes the
 * caller's lock window. */
FAST void *pop_alloc(struct tarn_heap *heap, uint32_t head, uint32_t granules, tarn_port_key key,
		     void *caller)
{
	uint32_t offset = *link_at(heap->base, head);
	void *block = at(heap, offset);

	if (unlikely(!offset))
		return split_alloc(heap, granules, key, TAIL_PASS(caller));
	if (likely(list_pop(heap, head, granules, offset))) {
		uint32_t used = heap->used + (granules << GRANULE_SHIFT);
		uint32_t peak = heap->peak;

		pair_at(heap, offset)->live |= bit_of(offset);
		heap->used = used;
		if (unlikely(used > peak)) {
			FORGET(used); /* a branch, rather than an instruction on condition */
			heap->peak = used;
		}
		touch(heap, offset);
		tarn_port_unlock(key);
		return block;
	}
	return again(heap, granules, key, TAIL_PASS(caller));
}

#endif

/* A run starts at `offset`: is it free? */
static inline bool run_free(const struct tarn_heap *heap, uint32_t offset)
{
	return sign_of(pair_at(heap, offset)->live, offset) >= 0;
}

#endif
