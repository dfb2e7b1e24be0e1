/* SPDX-License-Identifier: MIT
 * Giving a block back: a run merges with its free neighbours, a pool's block joins its list. All of
 * it runs inside the caller's lock window. */
#ifndef TARN_GIVE_H
#define TARN_GIVE_H

#include "heap/block.h"

/* A run stays beside a neighbour that is damaged: the one at `left`, or, if that is 0, the right
 * one. Returns that neighbour's offset. */
uint32_t give_alone(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t left);

/* Give a live run of `length` back, as one with its free neighbours; `right_live` as run_after has it.
 * Returns 0, or the offset of a neighbour whose links are damaged: that one it stays beside. */
ALWAYS uint32_t give(struct tarn_heap *heap, uint32_t offset, struct pair *pair, uint32_t live,
		     uint32_t start, uint32_t length, int32_t right_live)
{
	uint32_t bit = bit_of(offset);
	uint32_t more;

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

/* The same, as a function. */
uint32_t commons_give(struct tarn_heap *heap, uint32_t offset);

/* From level 2 on: a block of either zone. Returns as commons_give. */
uint32_t block_give(struct tarn_heap *heap, uint32_t offset, uint32_t index, uint32_t bytes);

#endif
