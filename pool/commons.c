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

/* A free run, on no list, joins its list. */
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

APART bool run_take(struct tarn_heap *heap, uint32_t offset)
{
	return list_remove(heap, offset);
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

/* The first run of a bin becomes live, if the planes say that it is free, and at least so long
 * (`least`; 0: known), and its link is sound. NULL, and nothing changed, iff not. */
ALWAYS struct node *open(struct tarn_heap *heap, uint32_t offset, uint32_t *head, uint32_t bin,
			 uint32_t least)
{
	struct pair *pair = pair_at(heap, offset);
	uint32_t bit = bit_of(offset);
	struct pair both;
	struct node *node;

	FORGET(pair);
	both = *pair;
	if (TARN_HARDEN && unlikely(!(both.start & ~both.live & bit)))
		return NULL;
	if (TARN_HARDEN && least && unlikely(pair_length(pair, index_of(offset)) < least))
		return NULL;
	pair->live = both.live | bit;
	node = node_at(heap, offset);
	if (likely(list_pop(heap, node, offset, head, bin)))
		return node;
	FORGET(offset); /* or where its bit lies is kept for this */
	live_flip(heap, offset);
	return NULL;
}

/* A block was taken in the window that the caller opened. */
ALWAYS void *taken(struct tarn_heap *heap, uint32_t offset, uint32_t granules, size_t size,
		   struct node *block, tarn_port_key key, void *caller)
{
	count_used(heap, offset, granules);
	guard_run_taken(heap, offset, granules << GRANULE_SHIFT);
	count_alloc(heap, class_for(heap, granules), classes_of(heap), size);
	tarn_port_unlock(key);
	block_open(heap, offset, size, classes_of(heap), caller);
	return block;
}

/* The first run of the own bin, if that is long enough, else of the next bin that has one. The
 * caller has opened the window; whatever is in the way is left to alloc_slow. */
APART void *split_alloc(struct tarn_heap *heap, size_t size, void *caller, tarn_port_key key)
{
	uint32_t granules = granules_of(size);
	uint32_t bin = bin_of(granules);
	uint32_t length = 0;
	uint32_t offset;
	struct node *node;

	for (bool own = true;; own = false) {
		offset = *head_of(heap, bin);
		if (offset)
			length = run_length(heap, offset);
		if (length >= granules)
			break;
		if (unlikely(!own))
			goto slow;
		bin = next_bin(heap, bin + 1);
		if (unlikely(bin == NO_BIN))
			goto none;
	}
	node = open(heap, offset, head_of(heap, bin), bin, 0);
	if (unlikely(!node))
		goto slow;
	run_cut(heap, offset, length, granules);
	return taken(heap, offset, granules, size, node, key, caller);
none:
	if (!offset) {
		tarn_port_unlock(key);
		return alloc_refuse(heap, size, caller);
	}
slow:
	tarn_port_unlock(key);
	return alloc_slow(heap, size, caller);
}

static APART void *commons_long(struct tarn_heap *heap, size_t size, void *caller)
{
	if (unlikely(size >= heap->limit))
		return alloc_slow(heap, size, caller);
	return split_alloc(heap, size, caller, tarn_port_lock());
}

/* The run that was freed last of just the right length, where that has a bin of its own. */
void *commons_alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	if (likely(size < heap->exact)) {
		uint32_t bin = (uint32_t)(size + TARN_RECORD + GRANULE - 1) >> GRANULE_SHIFT;
		uint32_t *head = head_of(heap, bin);
		tarn_port_key key = tarn_port_lock();
		uint32_t offset;

		if (bin >= EXACT_BINS)
			__builtin_unreachable();
		FORGET(head);
		offset = *head;
		if (likely(offset)) {
			struct node *node = open(heap, offset, head, bin, bin);

			if (likely(node))
				return taken(heap, offset, bin, size, node, key, caller);
		}
		tarn_port_unlock(key);
	}
	return commons_long(heap, size, caller);
}

/* ---- Giving ----------------------------------------------------------------------------- */

/* Take the free run at `right` off its list, to be one with the run before it. Returns its length,
 * or 0 iff its links are damaged. */
static APART uint32_t absorb_right(struct tarn_heap *heap, uint32_t right)
{
	struct pair *pair;

	if (unlikely(!list_remove(heap, right)))
		return 0;
	pair = pair_at(heap, right);
	pair->start ^= bit_of(right);
	return pair_length(pair, index_of(right));
}

/* A run stays beside a neighbour that is damaged: the one at `left`, or, if that is 0, the right
 * one. */
static SLOW uint32_t give_alone(struct tarn_heap *heap, uint32_t offset, uint32_t length,
				uint32_t left)
{
	run_insert(heap, offset, length);
	return left ? left : offset + (length << GRANULE_SHIFT);
}

/* Give a live run back, as one with its free neighbours. Returns as commons_give. */
STEP uint32_t give(struct tarn_heap *heap, uint32_t offset, struct pair *pair, uint32_t live,
		   uint32_t start)
{
	uint32_t bit = bit_of(offset);
	uint32_t more;
	int32_t right_live;
	uint32_t length = run_after(heap, pair, start, live, offset, &right_live);

	live ^= bit;

	pair->live = live;
	heap->room += length;
	touch(heap, offset);
	if (right_live >= 0) {
		more = absorb_right(heap, offset + (length << GRANULE_SHIFT));
		if (unlikely(!more))
			return give_alone(heap, offset, length, 0);
		guard_link_gone(heap, offset + (length << GRANULE_SHIFT));
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

uint32_t commons_give(struct tarn_heap *heap, uint32_t offset)
{
	struct pair *pair = pair_at(heap, offset);

	return give(heap, offset, pair, pair->live, pair->start);
}

void commons_free(struct tarn_heap *heap, void *block, uint32_t offset, void *caller)
{
	struct pair *pair = pair_at(heap, offset);
	uint32_t damaged = REFUSED;
	tarn_port_key key = tarn_port_lock();

	if (likely(in_commons(heap, offset))) {
		uint32_t live;
		uint32_t start;

		FORGET(pair);
		live = pair->live;
		start = pair->start;
		TOGETHER(live, start);
		if (likely(sign_of(live & start, offset) < 0)) {
#if TARN_HARDEN >= 2
			block_retire(heap, offset, classes_of(heap), key, CALLER_IF_NULL(caller));
			return;
#endif
			damaged = give(heap, offset, pair, live, start);
			count_free(heap, classes_of(heap), 0);
		}
	}
	tarn_port_unlock(key);
	if (UINTPTR_MAX == UINT32_MAX) /* where an offset names any pointer, `block` is not kept */
		block = at(heap, offset);
	if (unlikely(damaged))
		free_fault(heap, block, damaged, TAIL_PASS(caller));
}

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
