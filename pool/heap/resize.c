/* SPDX-License-Identifier: MIT
 * tarn_realloc: resizes a block in place if it can, otherwise moves it. */
#include "alloc.h"
#include "record.h"
#include "tell.h"

/* ---- In place: inside the lock window ---------------------------------------------------- */

/* Gives back what a live run has beyond `granules`. Returns as run_give. */
static uint32_t run_shrink(struct tarn_heap *heap, uint32_t offset, uint32_t granules)
{
	uint32_t spare = run_length(heap, offset) - granules;
	uint32_t rest = offset + (granules << GRANULE_SHIFT);

	start_begin(heap, rest);
	live_flip(heap, rest); /* commons_give takes a live run */
	length_set(heap, offset, granules);
	length_set(heap, rest, spare);
	return commons_give(heap, rest);
}

/* Lets a live run grow into its right neighbour. False iff that is live, too short, over the limit
 * of the tag, or damaged: only then *damaged is its offset. */
static bool run_grow(struct tarn_heap *heap, const struct block *block, uint32_t length,
		     uint32_t granules, uint32_t *damaged)
{
	uint32_t right = block->offset + (length << GRANULE_SHIFT);
	uint32_t more = granules - length;
	uint32_t bytes = more << GRANULE_SHIFT;
	uint32_t all;

	if (!run_free(heap, right) || run_length(heap, right) < more ||
	    (RECORDS && !record_charge(heap, (int32_t)bytes)))
		return false;
	all = run_remove(heap, right);
	if (unlikely(!all)) {
		if (RECORDS)
			record_charge(heap, -(int32_t)bytes);
		*damaged = right;
		return false;
	}
	guard_link_gone(at(heap, right)); /* level 2: the links are fill again */
	start_end(heap, right);
	last_set(heap, right, all);
	last_cut(heap, more);
	live_begin(heap, block->offset, granules);
	count_used(heap, block->offset, more);
	if (RECORDS)
		record_cut(heap, block, bytes);
	return true;
}

/* Fits the block in place, unless another context has freed it since it was found: then the free at
 * the end of the move reports that. */
static bool fit(struct tarn_heap *heap, const struct block *block, uint32_t bytes,
		uint32_t old_size, size_t size, void *caller)
{
	uint32_t want = block_bytes(size);
	uint32_t damaged = 0;
	struct pool *pool;
	tarn_port_key key = tarn_port_lock();
	bool fits = find(heap, block->offset, &pool) && bytes_of(heap, block) == bytes;

	if (!fits || block->pool || want == bytes) {
		fits = fits && want <= bytes;
	} else if (want < bytes) {
		if (RECORDS)
			record_charge(heap, (int32_t)(want - bytes));
		damaged = run_shrink(heap, block->offset, want >> GRANULE_SHIFT);
		if (RECORDS)
			record_cut(heap, block, 0);
	} else {
		fits = run_grow(heap, block, bytes >> GRANULE_SHIFT, want >> GRANULE_SHIFT,
				&damaged);
	}
	if (fits)
		tell_resized(heap, block->pool, old_size, size);
	tarn_port_unlock(key);
	if (unlikely(damaged))
		fault_raise(heap, TARN_FAULT_LINK, at(heap, damaged), caller);
	return fits;
}

/* ---- The call ---------------------------------------------------------------------------- */

static void copy(void *to, const void *from, uint32_t bytes)
{
	raw32 *word = to;
	const raw32 *source = from;
	uint8_t *byte;
	const uint8_t *last;

	for (uint32_t left = bytes >> 2; left; left--)
		*word++ = *source++;
	byte = (uint8_t *)word;
	last = (const uint8_t *)source;
	for (uint32_t left = bytes & 3; left; left--)
		*byte++ = *last++;
}

/* A block to move to. Level 3 gives back what waits: then the block may fit where it is, and *fits
 * is true. */
static void *obtain(struct tarn_heap *heap, const struct block *block, uint32_t bytes,
		    uint32_t old_size, size_t size, bool *fits, void *caller)
{
	struct request request;
	void *moved;

	if (TARN_HARDEN < 3)
		return tarn_alloc_for(heap, size, caller);
	moved = request_try(heap, &request, size, caller);
	*fits = !moved && fit(heap, block, bytes, old_size, size, caller);
	if (*fits) {
		if (unlikely(request.damaged))
			fault_raise(heap, TARN_FAULT_LINK, at(heap, request.damaged), caller);
		return NULL;
	}
	tell_begin(heap);
	return tell_alloc(heap, request_end(heap, &request, moved), 0, size, caller);
}

/* Resizes a live block. Charges its own tag. */
static void *resize(struct tarn_heap *heap, const struct block *block, const struct held *held,
		    size_t size, void *caller)
{
	uint32_t old_size = held->size;
	uint32_t bytes = held->bytes;
	void *pointer = at(heap, block->offset);
	void *moved;

	if (RECORDS)
		record_shrinks(heap, block, held, block_bytes(size));
	if (!fit(heap, block, bytes, old_size, size, caller)) {
		bool fits = false;

		moved = obtain(heap, block, bytes, old_size, size, &fits, caller);
		if (moved) {
			copy(moved, pointer, size < old_size ? (uint32_t)size : old_size);
			tell_served(heap, pointer, old_size, moved, size, caller);
			tarn_free_for(heap, pointer, caller);
		}
		if (!fits)
			return moved;
	}
	if (RECORDS)
		record_resized(heap, block, held, (uint32_t)size, caller);
	tell_served(heap, pointer, old_size, pointer, size, caller);
	return pointer;
}

void *tarn_realloc_for(struct tarn_heap *heap, void *pointer, size_t size, void *caller)
{
	struct block block = {.offset = offset_of(heap, pointer)};
	struct held held;
	tarn_port_key key;
	bool live;
	uint32_t tags;

	if (!pointer)
		return tarn_alloc_for(heap, size, caller);
	tell_begin(heap);
	key = tarn_port_lock();
	live = find(heap, block.offset, &block.pool);
	held.size = held.bytes = live ? bytes_of(heap, &block) : 0;
	tarn_port_unlock(key);
	if (!live) {
		fault_raise(heap, fault_kind(heap, pointer), pointer, caller);
		tell_end(heap);
		return NULL;
	}
	if (RECORDS && !record_read(heap, &block, &held, caller)) {
		tell_end(heap);
		return NULL;
	}
	tags = record_tag_borrow(heap, &block, held.bytes);
	pointer = tell_low(heap, resize(heap, &block, &held, size, caller));
	record_tag_return(tags);
	tell_end(heap);
	return pointer;
}

void *tarn_realloc(struct tarn_heap *heap, void *block, size_t size)
{
	return tarn_realloc_for(heap, block, size, CALLER);
}
