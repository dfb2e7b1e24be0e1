/* SPDX-License-Identifier: MIT
 * tarn_realloc: resizes a block in place if it can, otherwise moves it. */
#include "alloc.h"
#include "give.h"
#include "watch.h"

/* Gives back what a live run has beyond `granules`. Returns as commons_give. */
static uint32_t commons_shrink(struct tarn_heap *heap, uint32_t offset, uint32_t granules)
{
	uint32_t spare = run_length(heap, offset) - granules;
	uint32_t rest = offset + (granules << GRANULE_SHIFT);

	start_flip(heap, rest);
	live_flip(heap, rest); /* commons_give takes a live run */
	run_length_set(heap, offset, granules);
	run_length_set(heap, rest, spare);
	return commons_give(heap, rest);
}

/* A run grew by `bytes` at `right`, and its new record is not written yet. If the new bytes are no
 * longer than a record, guard_taken's count would lie in the record. A reader of tags would take it
 * for damage. So all of them are filled as if used and freed, which needs no count. */
static void grown_unwritten(void *right, uint32_t bytes)
{
#if TARN_TAGS > 0 && TARN_HARDEN >= 2
	uint32_t used = *(raw32 *)right;

	if (bytes > TARN_RECORD)
		return;
	if (used < bytes)
		guard_fill(guard_byte(right, used), bytes - used, FILL_FREE);
	*(raw32 *)right = FILL_FREE;
	guard_fresh(right, bytes);
#endif
	(void)right, (void)bytes;
}

/* Lets a live run of `length` grow to `granules` into its right neighbour. False iff that is live,
 * too short, over the tag's limit, or damaged. Only then *damaged is its offset. */
static bool commons_grow(struct tarn_heap *heap, uint32_t offset, uint32_t length,
			 uint32_t granules, uint32_t *damaged)
{
	uint32_t right = offset + (length << GRANULE_SHIFT);
	uint32_t more = granules - length;
	uint32_t all;

	if (!run_free(heap, right))
		return false;
	all = run_length(heap, right);
	if (all < more || unlikely(!tag_charge(heap, more << GRANULE_SHIFT, 0)))
		return false;
	if (unlikely(!run_absorb(heap, right))) {
		tag_undo(heap, more << GRANULE_SHIFT, 0);
		*damaged = right;
		return false;
	}
	run_cut(heap, offset, length + all, granules);
	count_used(heap, offset, more);
	run_opened(heap, right, more);
	grown_unwritten(at(heap, right), more << GRANULE_SHIFT);
	watch_grown(heap, all);
	return true;
}

/* Fits the live block at `offset` to `bytes` without moving it. Inside the lock window. Returns as
 * commons_grow. */
static ALWAYS bool fit_in_place(struct tarn_heap *heap, uint32_t offset, uint32_t index,
				uint32_t bytes, uint32_t *now, uint32_t *damaged)
{
	if (in_pool(heap, index) || bytes == *now)
		return bytes <= *now;
	if (bytes < *now) {
		tag_undo(heap, *now - bytes, 0);
		*damaged = commons_shrink(heap, offset, bytes >> GRANULE_SHIFT);
		guard_fresh(at(heap, offset), bytes); /* what its owner wrote there is no record */
	} else if (!commons_grow(heap, offset, *now >> GRANULE_SHIFT, bytes >> GRANULE_SHIFT,
				 damaged)) {
		return false;
	}
	tag_taken(heap, offset, bytes);
	*now = bytes;
	return true;
}

static void copy(void *to, const void *from, uint32_t bytes)
{
	raw32 *target = to;
	const raw32 *source = from;
	uint8_t *target_byte;
	const uint8_t *source_byte;

	for (uint32_t words = bytes >> 2; words; words--)
		*target++ = *source++;
	target_byte = (uint8_t *)target;
	source_byte = (const uint8_t *)source;
	for (bytes &= 3; bytes; bytes--)
		*target_byte++ = *source_byte++;
}

/* *size is what a live block of `bytes` holds of its caller's. False, with a fault, iff the block
 * may not be resized. */
static bool size_now(struct tarn_heap *heap, void *block, uint32_t bytes, uint32_t *size,
		     void *caller)
{
	*size = bytes - TARN_RECORD;
	if (bytes && unlikely(!tag_loose(heap, offset_of(heap, block), bytes))) {
		fault_raise(heap, tag_fault(heap, offset_of(heap, block)), block, caller);
		return false;
	}
#if TARN_HARDEN >= 2
	if (bytes) {
		uint32_t offset = offset_of(heap, block);
		enum guard_state state = guard_state(block, bytes, offset, size);

		if (state == GUARD_DAMAGED ||
		    (state == GUARD_LIVE && !guard_slack_whole(block, bytes, *size))) {
			fault_raise(heap, TARN_FAULT_OVERRUN, block, caller);
			return false;
		}
		if (state == GUARD_FREED)
			bytes = 0;
	}
#endif
	if (bytes == 0)
		fault_raise(heap, fault_kind(heap, block), block, caller);
	return bytes != 0;
}

/* Fits the block in place. It does not fit if another context has freed it since it was looked at,
 * which is an error of its owner. Then the free at the end of the move reports it. */
static bool fit(struct tarn_heap *heap, uint32_t offset, uint32_t index, uint32_t *bytes,
		uint32_t old_size, size_t size, void *caller)
{
	uint32_t damaged = 0;
	uint32_t index_now = 0;
	tarn_port_key key = tarn_port_lock();
	bool fits = block_at(heap, offset, &index_now) == *bytes &&
		    fit_in_place(heap, offset, index, block_bytes(size), bytes, &damaged);

	if (fits)
		count_resize(heap, index, old_size, size);
	tarn_port_unlock(key);
	if (unlikely(damaged))
		fault_raise(heap, TARN_FAULT_LINK, at(heap, damaged), caller);
	return fits;
}

/* Finds another block and moves there. NULL if there is none. At level 3 the quarantine was then
 * given back, so the block may now fit in place: *fits says so, and NULL is returned too. */
static void *move(struct tarn_heap *heap, void *block, uint32_t index, uint32_t *bytes,
		  uint32_t old_size, size_t size, bool *fits, void *caller)
{
	void *moved;

#if TARN_HARDEN >= 3
	struct request request;

	moved = request_try(heap, &request, size, caller);
	if (!moved)
		*fits = fit(heap, offset_of(heap, block), index, bytes, old_size, size, caller);
	if (*fits) {
		if (unlikely(request.damaged))
			fault_raise(heap, TARN_FAULT_LINK, at(heap, request.damaged), caller);
		return NULL;
	}
	TELL(tarn_event_begin(heap));
	moved = request_end(heap, &request, moved);
	TELL(request_tell(heap, moved, 0, size, caller));
#else
	moved = tarn_alloc_for(heap, size, caller);
	(void)index, (void)bytes, (void)fits;
#endif
	if (moved) {
		copy(moved, block, size < old_size ? (uint32_t)size : old_size);
		TELL(tarn_event_resized(heap, block, old_size, moved, size, caller));
		tarn_free(heap, block);
	}
	return moved;
}

/* Resizes a live block of `bytes`, of which its caller has `old_size`. Charges the current tag. */
static void *resize(struct tarn_heap *heap, void *block, uint32_t offset, uint32_t index,
		    uint32_t bytes, uint32_t old_size, size_t size, void *caller)
{
	bool fits;
#if TARN_HARDEN >= 2
	bool whole = true;
	uint32_t want = block_bytes(size);
	uint32_t old_bytes;
	struct record record;

	old_bytes = bytes;
	record_copy(&record, guard_record(block, bytes));
	/* Fill what becomes a free run. With tags the place of the new record too: until it is
	 * written, a reader of tags then sees a half-open block. */
	if (!in_pool(heap, index) && want < bytes) {
		uint32_t from = want - (TARN_TAGS > 0 ? TARN_RECORD : 0);

		guard_fill(guard_byte(block, from), bytes - from, FILL_FREE);
	}
#endif
	fits = fit(heap, offset, index, &bytes, old_size, size, caller);
	if (!fits) {
		void *moved = move(heap, block, index, &bytes, old_size, size, &fits, caller);

		if (!fits)
			return moved;
	}
#if TARN_HARDEN >= 2
	if (bytes > old_bytes) /* it grew into free memory */
		whole = guard_reopen(guard_byte(block, old_bytes), bytes - old_bytes);
	guard_resize(block, old_size, bytes, offset, (uint32_t)size, &record);
	if (unlikely(!whole))
		fault_raise(heap, TARN_FAULT_USE_AFTER_FREE, block, caller);
#endif
	TELL(tarn_event_resized(heap, block, old_size, block, size, caller));
	watch_end(heap);
	return block;
}

void *tarn_realloc_for(struct tarn_heap *heap, void *block, size_t size, void *caller)
{
	uint32_t offset = offset_of(heap, block);
	uint32_t index = 0;
	uint32_t old_size;
	uint32_t bytes;
	uint32_t tags;
	tarn_port_key key;

	if (!block)
		return tarn_alloc_for(heap, size, caller);
	TELL(tarn_event_begin(heap));
	key = tarn_port_lock();
	bytes = block_at(heap, offset, &index);
	tarn_port_unlock(key);
	if (!size_now(heap, block, bytes, &old_size, caller)) {
		TELL(tarn_event_end(heap));
		return NULL;
	}
	tags = tag_borrow(tag_raw(heap, offset, bytes));
	block = resize(heap, block, offset, index, bytes, old_size, size, caller);
	tag_return(tags);
	TELL(tarn_event_end(heap));
	return block;
}

void *tarn_realloc(struct tarn_heap *heap, void *block, size_t size)
{
	return tarn_realloc_for(heap, block, size, CALLER);
}
