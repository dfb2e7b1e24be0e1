/* SPDX-License-Identifier: MIT
 * The commons: runs of granules, split on take and merged on give, free ones in bins by length.
 *
 * Policy (good fit): the first run of the request's own bin if it is long enough, else the first
 * run of the next bin that has one, where every run is. Only when there is none are the rest of
 * the own bin's runs looked at (search.c): so NULL means that nothing fits, and the price is
 * paid at the edge of exhaustion alone. Free lists are last in, first out.
 *
 * The idea of segregated fits under a bitmap is that of TLSF (Masmano, Ripoll, Crespo, Real:
 * "TLSF: a new dynamic memory allocator for real-time systems", ECRTS 2004). */
#include "block.h"

/* ---- Taking ----------------------------------------------------------------------------- */

/* So many are in use now. What is counted is how many more may be before that is a new peak. */
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

/* A free run, whose length the planes do not have yet, joins its list. */
STEP void insert(struct tarn_heap *heap, uint32_t offset, uint32_t length)
{
	uint32_t bin = length;

	if (length >= EXACT_BINS) {
		run_length_set(heap, offset, length);
		bin = bin_of(length);
	}
	list_push(heap, offset, bin);
}

APART void run_insert(struct tarn_heap *heap, uint32_t offset, uint32_t length)
{
	insert(heap, offset, length);
}

APART bool run_take(struct tarn_heap *heap, uint32_t offset, uint32_t length)
{
	return list_remove(heap, offset, length);
}

/* Take the free run at `right` off its list, to be one with the run before it. Returns its length; 0 iff
 * its links are damaged. */
static APART uint32_t absorb_right(struct tarn_heap *heap, uint32_t right)
{
	struct pair *pair = pair_at(heap, right);
	uint32_t index = index_of(right);
	uint32_t length = pair_length(pair, index);

	if (unlikely(!list_remove(heap, right, length)))
		return 0;
	pair->start &= ~(TOP_BIT >> index);
	return length;
}

APART void run_cut(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules)
{
	uint32_t rest = offset + (granules << GRANULE_SHIFT);

	run_length_set(heap, offset, granules);
	if (length > granules) {
		start_flip(heap, rest);
		run_insert(heap, rest, length - granules);
	}
}

void run_open(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules)
{
	live_flip(heap, offset);
	run_cut(heap, offset, length, granules);
	count_used(heap, offset, granules);
	guard_run_taken(heap, offset, granules << GRANULE_SHIFT);
}

/* A block was taken in the window that the caller opened. */
ALWAYS void *taken(struct tarn_heap *heap, uint32_t offset, uint32_t granules, size_t size,
		   tarn_port_key key, void *caller)
{
	count_used(heap, offset, granules);
	guard_run_taken(heap, offset, granules << GRANULE_SHIFT);
	count_alloc(heap, class_for(heap, granules), classes_of(heap), size);
	tarn_port_unlock(key);
	return block_open(heap, offset, size, classes_of(heap), caller);
}

/* The first run of the own bin, if that is long enough, else of the next bin that has one. What is left
 * of it takes its place in the list if it belongs there. The caller has opened the window; anything in
 * the way is left to alloc_slow. */
static APART void *split_alloc(struct tarn_heap *heap, size_t size, void *caller, tarn_port_key key)
{
	uint32_t granules = (uint32_t)(size + TARN_RECORD + GRANULE - 1) >> GRANULE_SHIFT;
	uint32_t length = 0;
	uint32_t offset;
	uint32_t bin;
	uint32_t rest;
	uint32_t spare_bin = 0;

	if (unlikely(size - 1 >= heap->limit))
		goto slow;
	bin = bin_of(granules);
	offset = *head_of(heap, bin);
	if (offset)
		length = run_length(heap, offset);
	if (length < granules) {
		bin = next_bin(heap, bin + 1);
		if (unlikely(bin == NO_BIN))
			goto slow;
		offset = *head_of(heap, bin);
		length = run_length(heap, offset);
	}
	rest = offset + (granules << GRANULE_SHIFT);
	length -= granules;
	if (likely(length))
		spare_bin = bin_of(length);
	if (unlikely(!list_pop(heap, bin, offset, spare_bin == bin ? rest : 0)))
		goto slow;
	live_flip(heap, offset);
	run_length_set(heap, offset, granules);
	if (likely(length)) {
		start_flip(heap, rest);
		run_length_set(heap, rest, length);
		if (spare_bin != bin)
			list_push(heap, rest, spare_bin);
	}
	return taken(heap, offset, granules, size, key, caller);
slow:
	tarn_port_unlock(key);
	return alloc_slow(heap, size, caller);
}

/* The run that was freed last of just the right length, where that has a bin of its own. */
void *commons_alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	tarn_port_key key = tarn_port_lock();

	if (likely(size - 1 < heap->exact)) {
		uint32_t bin = (uint32_t)(size + TARN_RECORD + GRANULE - 1) >> GRANULE_SHIFT;
		uint32_t offset = *head_of(heap, bin);

		if (likely(offset) && likely(list_pop(heap, bin, offset, 0))) {
			live_flip(heap, offset);
			return taken(heap, offset, bin, size, key, caller);
		}
	}
	return split_alloc(heap, size, caller, key);
}

/* ---- Giving ----------------------------------------------------------------------------- */

/* The run at `offset` stays beside a neighbour that is damaged; the other one is merged nevertheless. */
static SLOW uint32_t give_beside(struct tarn_heap *heap, uint32_t offset, uint32_t length)
{
	uint32_t damaged = offset + (length << GRANULE_SHIFT);
	uint32_t more = run_length_before(heap, offset);
	uint32_t left = offset - (more << GRANULE_SHIFT);

	if (!run_free(heap, left))
		more = 0;
	else if (!run_take(heap, left, more))
		damaged = left, more = 0;
	live_flip(heap, offset);
	if (more) {
		start_flip(heap, offset);
		length += more;
		offset = left;
	}
	insert(heap, offset, length);
	touch(heap, offset);
	return damaged;
}

/* Until its neighbours were looked at the run counts as live, lest one of them name it.
 *
 * Where a neighbour's start lies in the same word, that word tells whether it is free: the run
 * to the right starts at the next S bit, the one to the left at the last S bit before. */
STEP uint32_t give(struct tarn_heap *heap, uint32_t offset)
{
	struct pair *pair = pair_at(heap, offset);
	uint32_t index = index_of(offset);
	uint32_t live = pair->live;
	uint32_t start = pair->start;
	uint32_t bit = bit_of(offset);
	uint32_t later = start << index << 1;
	uint32_t earlier = start & (0 - (bit << 1));
	uint32_t length;
	uint32_t more;
	uint32_t other;

	live &= ~bit;
	if (likely(later)) {
		length = leading_zeros(later) + 1;
		heap->room += length;
		if (live << index << length & TOP_BIT)
			goto right_done;
	} else {
		if (likely(pair[1].start)) {
			length = leading_zeros(pair[1].start);
			later = pair[1].live << length;
			length += 32 - index;
		} else {
			length = pair[1].live;
			other = offset + (length << GRANULE_SHIFT);
			later = run_free(heap, other) ? 0 : TOP_BIT;
		}
		heap->room += length;
		if (later & TOP_BIT)
			goto right_done;
	}
	more = absorb_right(heap, offset + (length << GRANULE_SHIFT));
	if (unlikely(!more))
		return give_beside(heap, offset, length);
	guard_link_gone(heap, offset + (length << GRANULE_SHIFT));
	length += more;
right_done:
	if (likely(earlier)) {
		if (live & earlier & (0 - earlier))
			goto left_done;
		more = index + trailing_zeros(earlier) - 31;
	} else if (likely(pair[-1].start)) {
		more = trailing_zeros(pair[-1].start);
		if (pair[-1].live >> more & 1)
			goto left_done;
		more += index + 1;
	} else {
		more = pair[-1].live;
		other = offset - (more << GRANULE_SHIFT);
		if (!run_free(heap, other))
			goto left_done;
	}
	if (unlikely(!run_take(heap, offset - (more << GRANULE_SHIFT), more)))
		return give_beside(heap, offset, length);
	FORGET(index);
	pair->start &= ~(TOP_BIT >> index);
	length += more;
	offset -= more << GRANULE_SHIFT;
left_done:
	pair->live = live;
	insert(heap, offset, length);
	touch(heap, offset);
	return 0;
}

uint32_t commons_give(struct tarn_heap *heap, uint32_t offset)
{
	return give(heap, offset);
}

#if TARN_HARDEN < 2
void commons_free(struct tarn_heap *heap, void *block, void *caller)
{
	uint32_t offset = offset_of(heap, block);
	uint32_t damaged;
	tarn_port_key key = tarn_port_lock();

	if (likely(commons_live(heap, offset))) {
		damaged = give(heap, offset);
		count_free(heap, classes_of(heap), 0);
		tarn_port_unlock(key);
		if (unlikely(damaged))
			free_fault(heap, NULL, damaged, TAIL_PASS(caller));
		return;
	}
	tarn_port_unlock(key);
	if (UINTPTR_MAX ==
	    UINT32_MAX) /* where offsets are as wide as pointers, `block` is not kept */
		block = at(heap, offset);
	free_fault(heap, block, REFUSED, TAIL_PASS(caller));
}
#endif

/* ---- Resizing --------------------------------------------------------------------------- */

uint32_t commons_shrink(struct tarn_heap *heap, uint32_t offset, uint32_t granules)
{
	uint32_t spare = run_length(heap, offset) - granules;
	uint32_t rest = offset + (granules << GRANULE_SHIFT);

	start_flip(heap, rest);
	live_flip(heap, rest); /* to be given back */
	run_length_set(heap, offset, granules);
	run_length_set(heap, rest, spare);
	return commons_give(heap, rest);
}

bool commons_grow(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules,
		  uint32_t *damaged)
{
	uint32_t right = offset + (length << GRANULE_SHIFT);
	uint32_t more = granules - length;
	uint32_t all;

	if (!run_free(heap, right))
		return false;
	all = run_length(heap, right);
	if (all < more)
		return false;
	if (unlikely(!absorb_right(heap, right))) {
		*damaged = right;
		return false;
	}
	run_cut(heap, offset, length + all, granules);
	count_used(heap, offset, more);
	guard_run_taken(heap, right, more << GRANULE_SHIFT);
	return true;
}
