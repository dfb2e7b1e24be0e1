/* SPDX-License-Identifier: MIT
 * Giving a block back: a run merges with its free neighbours, a pool's block joins its list. All of
 * it runs inside the caller's lock window. */
#ifndef TARN_GIVE_H
#define TARN_GIVE_H

#include "block.h"

/* Puts a run on its list without a merge, because a neighbour is damaged: the one at `left`, or the
 * right one if `left` is 0. Returns that neighbour's offset. */
uint32_t give_alone(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t left);

/* Below level 2: ends a block of the commons for its owner. False, and nothing changed, iff the
 * word at the block's end was written to. */
static ALWAYS bool block_leaves(struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
	if (unlikely(!tag_release(heap, offset, bytes)))
		return false;
	TELL(tarn_event_free(heap, at(heap, offset), bytes - TARN_RECORD));
	count_free(heap, classes_of(heap), 0);
	return true;
}

/* Gives a live run back and merges it with its free neighbours. `leaves`: below level 2 the run is
 * still its owner's block.
 *
 * Returns 0; or the offset of a neighbour whose links are damaged, with which the run did not
 * merge; or the run's own offset with OVERRAN in it, and then nothing changed. */
static ALWAYS uint32_t give(struct tarn_heap *heap, uint32_t offset, struct pair *pair,
			    uint32_t live, uint32_t start, bool leaves)
{
	uint32_t bit = bit_of(offset);
	uint32_t more;
	int32_t right_live;
	uint32_t length = run_after(heap, pair, start, live, offset, &right_live);

	if (leaves && unlikely(!block_leaves(heap, offset, length << GRANULE_SHIFT)))
		return offset | OVERRAN;
	live ^= bit;

	pair->live = live;
	heap->room += length;
	touch(heap, offset);
	if (right_live >= 0) {
		more = run_absorb(heap, offset + (length << GRANULE_SHIFT));
		if (unlikely(!more))
			return give_alone(heap, offset, length, 0);
		guard_link_gone(at(heap, offset + (length << GRANULE_SHIFT)));
		length += more;
		start = pair->start;
	}
	more = free_before(heap, pair, start, live, offset, bit);
	if (more) {
		uint32_t left = offset - (more << GRANULE_SHIFT);

		if (unlikely(!run_take(heap, left)))
			return give_alone(heap, offset, length, left);
		pair->start ^= bit;
		length += more;
		offset = left;
	}
	insert(heap, offset, length);
	return 0;
}

/* `give` as a function, for a run that is nobody's block any longer. */
uint32_t commons_give(struct tarn_heap *heap, uint32_t offset);

/* From level 2 on: gives back a block of either zone. Returns as commons_give. */
uint32_t block_give(struct tarn_heap *heap, uint32_t offset, uint32_t index, uint32_t bytes);

#endif
