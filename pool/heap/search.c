/* SPDX-License-Identifier: MIT
 * Searches in the commons that may take more than one lock window: for a run at the edge of
 * exhaustion, and for the longest run. */
#include "watch.h"

/* The next run of the own bin to look at. */
static uint32_t own_next(struct tarn_heap *heap, struct request *request)
{
	uint32_t offset = request->own.offset;

	if (unlikely(!walk_on(heap, &request->own)))
		request->damaged = offset;
	return offset;
}

/* Takes a run off its list and returns its offset, or returns NONE or NOT_YET.
 *
 * It tries the first run of each bin, from the own bin on. Above the own bin only a damaged run
 * fails. Then it walks through the own bin, a slice to a window. If the heap was touched between
 * two windows, it begins again with a larger slice. So an interrupt that allocates all the time
 * cannot keep a search from its end. */
static SLOW uint32_t search_slice(struct tarn_heap *heap, struct request *request)
{
	uint32_t own = bin_of(request->granules);
	uint32_t bin = NO_BIN;
	uint32_t left = request->slice;
	uint32_t offset;

	if (heap->touched != TOKEN(request) || request->slice == SLICE_BEGIN) {
		if (request->granules > commons_granules(heap))
			return NONE; /* no head exists for such a bin */
		bin = own;
		request->slice = slice_more(request->slice);
		walk_begin(heap, &request->own, *head_of(heap, bin));
		heap->touched = TOKEN(request);
	}
	for (;;) {
		bin = next_bin(heap, bin);
		if (bin != NO_BIN)
			offset = *head_of(heap, bin++);
		else if (!request->own.offset)
			return NONE;
		else if (!left--)
			return NOT_YET;
		else
			offset = own_next(heap, request);
		if (likely(free_start(heap, offset))) {
			request->length = run_length(heap, offset);
			if (request->length < request->granules)
				continue;
			if (likely(run_take(heap, offset)))
				return offset;
		}
		request->damaged = offset;
	}
}

SLOW uint32_t commons_search(struct tarn_heap *heap, struct request *request, tarn_port_key *key)
{
	uint32_t offset;

	for (;;) {
		*key = tarn_port_lock();
		offset = search_slice(heap, request);
		if (offset > NOT_YET) {
			watch_found(request, request->length);
			return offset;
		}
		tarn_port_unlock(*key);
		if (offset == NONE)
			return NONE;
	}
}

/* ---- Asking ----------------------------------------------------------------------------- */

bool commons_has(struct tarn_heap *heap, uint32_t granules)
{
	tarn_port_key key = tarn_port_lock();
	bool sure = next_bin(heap, bin_of(granules) + 1) != NO_BIN;

	tarn_port_unlock(key);
	return sure || commons_longest(heap) >= granules;
}

bool longest_slice(struct tarn_heap *heap, struct longest *longest)
{
	if (heap->touched != TOKEN(longest) || longest->slice == SLICE_BEGIN) {
		longest->slice = slice_more(longest->slice);
		longest->length = 0;
		uint32_t bin;
		bool any = last_bin(heap, &bin);

		walk_begin(heap, &longest->walk, any ? *head_of(heap, bin) : 0);
		heap->touched = TOKEN(longest);
	}
	for (uint32_t left = longest->slice; longest->walk.offset && left; left--) {
		uint32_t offset = longest->walk.offset;
		uint32_t length = free_start(heap, offset) ? run_length(heap, offset) : 0;

		if (length > longest->length)
			longest->length = length;
		walk_on(heap, &longest->walk);
	}
	return !longest->walk.offset;
}

uint32_t commons_longest(struct tarn_heap *heap)
{
	struct longest longest;
	bool done;

	longest_begin(&longest);
	do {
		tarn_port_key key = tarn_port_lock();

		done = longest_slice(heap, &longest);
		tarn_port_unlock(key);
	} while (!done);
	return longest.length;
}
