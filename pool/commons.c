/* SPDX-License-Identifier: MIT
 * The commons: runs of granules, split on take and merged on give, free ones in bins by length.
 *
 * Policy (good fit): the first run of the request's own bin if it is long enough, else the first
 * run of the next bin that has one, where every run is. Only when there is none are the rest of
 * the own bin's runs looked at, in slices: so NULL means that nothing fits, and the price is
 * paid at the edge of exhaustion alone. Free lists are last in, first out.
 *
 * The idea of segregated fits under a bitmap is that of TLSF (Masmano, Ripoll, Crespo, Real:
 * "TLSF: a new dynamic memory allocator for real-time systems", ECRTS 2004). */
#include "run.h"

/* ---- Taking ----------------------------------------------------------------------------- */

/* Take the run at `offset`, if it is long enough and its links are sound. */
static uint32_t run_take(struct tarn_heap *heap, struct request *request, uint32_t offset)
{
	uint32_t granules = request->granules;
	uint32_t length = run_length(heap, offset);

	if (length < granules)
		return NONE;
	if (!frontier_reach(heap, offset + (granules << GRANULE_SHIFT)))
		return NOT_YET; /* the heap was touched: the search begins again */
	if (unlikely(!list_remove(heap, offset))) {
		request->damaged = offset;
		return NONE;
	}
	run_open(heap, offset, length, granules);
	return offset;
}

/* The next of the own bin's runs that is to be looked at; the one behind it is next. */
static uint32_t walk_next(struct tarn_heap *heap, struct request *request)
{
	uint32_t offset = request->next;
	uint32_t next = node_at(heap, offset)->next;
	struct bounds bounds;

	bounds_get(heap, &bounds);
	if (unlikely(next && !next_sound(&bounds, offset, next))) {
		request->damaged = offset;
		next = 0;
	}
	request->next = next;
	return offset;
}

/* First the first run of each bin is tried, from the own bin on: only that one, or a damaged one, is in vain. Then
 * the own bin is walked through, a slice to a window. When the heap was touched between two windows, it all
 * begins again with a larger slice, so that an interrupt that allocates all the time cannot keep a search from
 * its end. */
uint32_t commons_take(struct tarn_heap *heap, struct request *request)
{
	uint32_t bin = NO_BIN;
	uint32_t left = request->slice;
	uint32_t taken;

	if (heap->touched != TOKEN(request) || request->slice == SLICE_BEGIN) {
		bin = bin_of(request->granules);
		if (request->granules >= (heap_end(heap) - heap->commons) >> GRANULE_SHIFT)
			return NONE; /* nor may there be such a bin */
		request->slice = slice_more(request->slice);
		request->next = *head_of(heap, bin);
		heap->touched = TOKEN(request);
	}
	do {
		uint32_t offset;

		bin = next_bin(heap, bin);
		if (bin != NO_BIN)
			offset = *head_of(heap, bin++);
		else if (!request->next)
			return NONE;
		else if (!left--)
			return NOT_YET;
		else
			offset = walk_next(heap, request);
		taken = run_take(heap, request, offset);
	} while (taken == NONE);
	return taken;
}

bool commons_has(struct tarn_heap *heap, uint32_t granules)
{
	tarn_port_key key = tarn_port_lock();
	bool sure = next_bin(heap, bin_of(granules) + 1) != NO_BIN;

	tarn_port_unlock(key);
	return sure || commons_longest(heap) >= granules;
}

/* ---- Giving ----------------------------------------------------------------------------- */

/* If the run at `offset` is free, take it off its list and `start` out of the planes, to be one with its
 * neighbour. Returns its length, else 0. */
FAST uint32_t absorb(struct tarn_heap *heap, uint32_t offset, uint32_t start, uint32_t *damaged)
{
	uint32_t length;

	if (!run_free(heap, offset))
		return 0;
	if (unlikely(!list_remove(heap, offset))) {
		*damaged = offset;
		return 0;
	}
	length = run_length(heap, offset);
	start_clear(heap, start);
	return length;
}

uint32_t give_run(struct tarn_heap *heap, uint32_t offset, uint32_t length)
{
	uint32_t right = offset + (length << GRANULE_SHIFT);
	uint32_t left = offset - (run_length_before(heap, offset) << GRANULE_SHIFT);
	uint32_t damaged = 0;
	uint32_t more = absorb(heap, right, right, &damaged);

	if (TARN_HARDEN >= 2 && more)
		guard_link_gone(heap, right);
	length += more;
	more = absorb(heap, left, offset, &damaged);
	length += more;
	offset -= more << GRANULE_SHIFT;
	list_insert(heap, offset, length);
	touch(heap, offset);
	return damaged;
}

uint32_t commons_shrink(struct tarn_heap *heap, uint32_t offset, uint32_t granules)
{
	uint32_t spare = run_length(heap, offset) - granules;
	uint32_t rest = offset + (granules << GRANULE_SHIFT);

	start_flip(heap, rest);
	run_length_set(heap, offset, granules);
	heap->used -= spare << GRANULE_SHIFT;
	return give_run(heap, rest, spare);
}

enum found commons_grow(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules,
			uint32_t *damaged)
{
	uint32_t right = offset + (length << GRANULE_SHIFT);
	uint32_t more = granules - length;
	struct pair *pair = pair_at(heap, right);
	uint32_t index = index_of(right);
	uint32_t all;

	if (sign_of(pair->live, right) < 0)
		return NOT_FOUND;
	all = pair_length(pair, index);
	if (all < more)
		return NOT_FOUND;
	if (unlikely(!frontier_reach(heap, right + (more << GRANULE_SHIFT))))
		return MORE;
	if (unlikely(!list_remove(heap, right))) {
		*damaged = right;
		return NOT_FOUND;
	}
	pair->start &= ~(TOP_BIT >> index);
	split(heap, offset, length + all, granules);
	count_used(heap, offset, more << GRANULE_SHIFT);
	guard_run_grown(heap, offset, granules << GRANULE_SHIFT);
	return FOUND;
}

/* ---- Asking ----------------------------------------------------------------------------- */

uint32_t commons_longest(struct tarn_heap *heap)
{
	uint32_t longest = 0;
	uint32_t offset = 0;
	uint32_t slice = SLICE_BEGIN;
	bool begun = false;
	bool more = true;

	while (more) {
		tarn_port_key key = tarn_port_lock();
		struct bounds bounds;

		bounds_get(heap, &bounds);
		if (!begun || heap->touched != TOKEN(&longest)) {
			uint32_t bin = NO_BIN;

			for (uint32_t word = BIN_WORDS; word-- && bin == NO_BIN;)
				if (heap->bins[word])
					bin = (word << 5) + 31 - trailing_zeros(heap->bins[word]);
			slice = slice_more(slice);
			begun = true;
			longest = 0;
			offset = bin == NO_BIN ? 0 : *head_of(heap, bin);
			heap->touched = TOKEN(&longest);
		}
		for (uint32_t looked = 0; offset && looked < slice; looked++) {
			uint32_t next = node_at(heap, offset)->next;
			uint32_t length = run_length(heap, offset);

			longest = length > longest ? length : longest;
			offset = next && next_sound(&bounds, offset, next) ? next : 0;
		}
		more = offset != 0;
		tarn_port_unlock(key);
	}
	return longest;
}
