/* SPDX-License-Identifier: MIT
 * The fast paths of the commons: the calls that programs make all the time, inline from end to end,
 * where nothing is to be counted or filled. They decide as commons.c does; anything out of the
 * ordinary is done again there, from the start. */
#include "run.h"

#if FAST_PATHS

/* ---- Taking ----------------------------------------------------------------------------- */

/* Nothing fits. If no larger class is to be asked either, that is all: count it. Else do it again from
 * the start. Closes the caller's lock window. */
static __attribute__((noinline)) void *refuse(struct tarn_heap *heap, uint32_t granules,
					      tarn_port_key key, void *caller)
{
	uint32_t index = TARN_POOLS ? class_for(heap, granules) : 0;

	if (index < classes_of(heap) && heap->class[index].overflow != TARN_TO_COMMONS)
		return again(heap, granules, key, TAIL_PASS(caller));
	refusal_count(heap, index);
	tarn_port_unlock(key);
	return NULL;
}

/* Take it from `bin`, in the lock window that the caller opened. What fails here, for whatever
 * reason, is done again from the start. */
static APART void *split_from(struct tarn_heap *heap, uint32_t granules, uint32_t bin,
			      tarn_port_key key, void *caller)
{
	uint32_t offset = take_first(heap, granules, bin);
	void *block = at(heap, offset);

	tarn_port_unlock(key);
	if (likely(offset))
		return block;
	return block_alloc(heap, granules << GRANULE_SHIFT, TAIL_PASS(caller));
}

void *split_alloc(struct tarn_heap *heap, uint32_t granules, tarn_port_key key, void *caller)
{
	uint32_t bin;

	if (granules >= EXACT_BINS)
		__builtin_unreachable(); /* those have commons_alloc_long */
	bin = next_bin(heap, granules + 1);
	if (likely(bin != NO_BIN))
		return split_from(heap, granules, bin, key, TAIL_PASS(caller));
	return refuse(heap, granules, key, TAIL_PASS(caller));
}

/* No bin above `bin`, theirs, has a run, and the first there, if any, is too short: then the others are to be
 * looked at. Closes the caller's lock window. */
FAST void *refuse_long(struct tarn_heap *heap, uint32_t granules, uint32_t bin, tarn_port_key key,
		       void *caller)
{
	if (heap->bins[bin >> 5] << (bin & 31) & TOP_BIT &&
	    node_at(heap, *head_of(heap, bin))->next)
		return again(heap, granules, key, TAIL_PASS(caller));
	return refuse(heap, granules, key, TAIL_PASS(caller));
}

void *commons_alloc_long(struct tarn_heap *heap, uint32_t granules, void *caller)
{
	uint32_t first;
	uint32_t bin;
	tarn_port_key key;

	if (granules < EXACT_BINS)
		__builtin_unreachable(); /* those have pop_alloc */
	key = tarn_port_lock();
	bin = bin_of(granules);
	first = sure_bin(heap, granules, bin);
	if (likely(first != NO_BIN))
		return split_from(heap, granules, first, key, TAIL_PASS(caller));
	return refuse_long(heap, granules, bin, key, TAIL_PASS(caller));
}

/* Any other size, or no heap. One whose planes may need more than a lock window is refused here, if there is
 * nothing that long. */
static __attribute__((noinline)) void *odd_alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	if (heap->long_sizes && size - 1 < TARN_ARENA_MAX) {
		uint32_t granules = (uint32_t)(size + GRANULE - 1) >> GRANULE_SHIFT;
		uint32_t bin = bin_of(granules);
		tarn_port_key key = tarn_port_lock();

		if (sure_bin(heap, granules, bin) == NO_BIN)
			return refuse_long(heap, granules, bin, key, TAIL_PASS(caller));
		tarn_port_unlock(key);
	}
	return block_alloc(heap, size, TAIL_PASS(caller));
}

/* A size without a bin of its own, or 0, or with a class that the map does not reach; or no heap. */
static __attribute__((noinline)) void *size_alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	if (likely(size - EXACT_BYTES - 1 < heap->long_sizes))
		return commons_alloc_long(heap, (uint32_t)(size + GRANULE - 1) >> GRANULE_SHIFT,
					  tail_caller(TAIL_PASS(caller)));
	return odd_alloc(heap, size, TAIL_PASS(caller));
}

void *commons_alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	uint32_t granules;
	uint32_t head;
	tarn_port_key key;

	if (unlikely(size - 1 >= EXACT_BYTES || !heap_made(heap)))
		return size_alloc(heap, size, tail_caller(TAIL_PASS(caller)));
	granules = ((uint32_t)(size - 1) >> GRANULE_SHIFT) + 1;
	head = head_offset(heap, granules);
	key = tarn_port_lock();
	return pop_alloc(heap, head, granules, key, TAIL_PASS(caller));
}

/* ---- Giving ----------------------------------------------------------------------------- */

/* Take the free run at `right` off its list and out of the planes, to be part of the run before
 * it. Returns its length, or 0 iff its links are damaged. */
static __attribute__((noinline)) uint32_t absorb_right(struct tarn_heap *heap, uint32_t right)
{
	struct pair *pair = pair_at(heap, right);
	uint32_t index = index_of(right);
	uint32_t length = pair_length(pair, index);

	if (unlikely(!list_remove(heap, right)))
		return 0;
	pair->start &= ~(TOP_BIT >> index);
	return length;
}

/* Take the free run at `left` off its list, to grow by the run behind it. */
static __attribute__((noinline)) bool absorb_left(struct tarn_heap *heap, uint32_t left)
{
	return list_remove(heap, left);
}

/* The length of the run before the one at `offset` if that is free, else 0; it starts in another
 * word. */
FAST uint32_t left_free_beyond(const struct tarn_heap *heap, uint32_t offset,
			       const struct pair *pair)
{
	uint32_t start = pair[-1].start;
	uint32_t length;

	if (likely(start))
		return pair[-1].live & start & (0 - start)
			       ? 0
			       : index_of(offset) + trailing_zeros(start) + 1;
	length = pair[-1].live;
	if (!length)
		__builtin_unreachable();
	return run_free(heap, offset - (length << GRANULE_SHIFT)) ? length : 0;
}

/* Give back the live run at `offset`; `pair` is its plane word, which reads `live`, `start`.
 *
 * Where a neighbour's start lies in the same word, that word tells whether it is free: the run to
 * the right starts at the next S bit, the one to the left at the last S bit before. */
FAST uint32_t give(struct tarn_heap *heap, uint32_t offset, struct pair *pair, uint32_t live,
		   uint32_t start, uint32_t bit)
{
	uint32_t index = index_of(offset);
	uint32_t later = start << index << 1;
	uint32_t earlier = start & (0 - (bit << 1));
	uint32_t length;
	uint32_t more;

	pair->live = live & ~bit;
	if (likely(later)) {
		length = leading_zeros(later) + 1;
		heap->used -= length << GRANULE_SHIFT;
		if (live << index << length & TOP_BIT)
			goto right_done;
	} else {
		start = pair[1].start;
		if (likely(start)) {
			length = leading_zeros(start);
			later = pair[1].live << length;
			length += 32 - index;
		} else {
			length = pair[1].live;
			later = run_free(heap, offset + (length << GRANULE_SHIFT)) ? 0 : TOP_BIT;
		}
		heap->used -= length << GRANULE_SHIFT;
		if (later & TOP_BIT)
			goto right_done;
	}
	more = absorb_right(heap, offset + (length << GRANULE_SHIFT));
	FORGET(length);
	if (unlikely(!more))
		return give_run(heap, offset, length);
	length += more;
right_done:
	if (likely(earlier)) {
		if (live & earlier & (0 - earlier))
			goto left_done;
		more = index + trailing_zeros(earlier) - 31;
	} else {
		more = left_free_beyond(heap, offset, pair);
		if (!more)
			goto left_done;
	}
	if (unlikely(!absorb_left(heap, offset - (more << GRANULE_SHIFT))))
		return give_run(heap, offset, length);
	FORGET(index);
	pair->start &= ~(TOP_BIT >> index);
	length += more;
	offset -= more << GRANULE_SHIFT;
left_done:
	list_insert(heap, offset, length);
	touch(heap, offset);
	return 0;
}

void commons_free(struct tarn_heap *heap, void *block, uint32_t offset, void *caller)
{
	struct pair *pair = pair_at(heap, offset);
	tarn_port_key key = tarn_port_lock();

	FORGET(offset);
	if (likely(granule_of(offset - heap->commons) < heap->frontier)) {
		uint32_t live = pair->live;
		uint32_t start = pair->start;
		uint32_t bit = bit_of(offset);

		/* Without pools nobody has looked yet whether it lies beyond the sentinel. */
		if ((TARN_HARDEN == 0 || likely(live & start & bit)) &&
		    (TARN_POOLS || likely(offset != heap->commons))) {
			uint32_t damaged = give(heap, offset, pair, live, start, bit);

			tarn_port_unlock(key);
			if (likely(!damaged))
				return;
			free_damaged(heap, damaged, TAIL_PASS(caller));
			return;
		}
	}
	tarn_port_unlock(key);
	/* Where offsets are as wide as pointers, `block` is not kept: see FORGET above. */
	if (UINTPTR_MAX == UINT32_MAX)
		block = at(heap, offset);
	free_refused(heap, block, TAIL_PASS(caller));
}

#endif
