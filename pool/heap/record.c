/* SPDX-License-Identifier: MIT
 * Records: see record.h. */
#include "record.h"
#include "tell.h"

#if RECORDS

#include "tag.h"

/* ---- Bytes ------------------------------------------------------------------------------- */

static void fill(const struct tarn_heap *heap, uint32_t offset, uint32_t end, uint32_t word)
{
	words_set(heap->base + offset, heap->base + end, word);
}

/* Were all words FILL_FREE? Sets them to FILL_NEW. */
static bool refill(const struct tarn_heap *heap, uint32_t offset, uint32_t end)
{
	raw32 *last = at(heap, end);
	raw32 *word = at(heap, offset);
	uint32_t other = 0;

	for (; last - word >= 4; word += 4) {
		other |= (word[0] ^ FILL_FREE) | (word[1] ^ FILL_FREE) | (word[2] ^ FILL_FREE) |
			 (word[3] ^ FILL_FREE);
		words_set((uintptr_t)word, (uintptr_t)(word + 4), FILL_NEW);
	}
	for (; word < last; word++) {
		other |= *word ^ FILL_FREE;
		*word = FILL_NEW;
	}
	return !other;
}

/* Are all words FILL_FREE? For the place of a record, which other cores read meanwhile. */
static bool filled(const struct tarn_heap *heap, uint32_t offset, uint32_t end)
{
	uint32_t other = 0;

	for (; offset < end; offset += 4)
		other |= *(const raw32 *)at(heap, offset) ^ FILL_FREE;
	return !other;
}

/* Sets the slack from `offset` to `end`, or only reads it. Was it whole? */
static bool slack(const struct tarn_heap *heap, uint32_t offset, uint32_t end, bool set)
{
	uint8_t *byte = at(heap, offset);
	uint32_t other = 0;

	for (; offset & 3 && offset < end; offset++, byte++) {
		other |= *byte ^ FILL_SLACK;
		if (set)
			*byte = FILL_SLACK;
	}
	for (raw32 *word = (raw32 *)(void *)byte; offset < end; offset += 4, word++) {
		other |= *word ^ SLACK_WORD;
		if (set)
			*word = SLACK_WORD;
	}
	return !other;
}

/* ---- The state of a block ---------------------------------------------------------------- */

/* *size is what its owner has. A block whose tag says nothing, or that it is pinned, is
 * GUARD_DAMAGED. */
static enum guard_state state_of(const struct tarn_heap *heap, const struct block *block,
				 uint32_t bytes, uint32_t *size)
{
	enum guard_state state = GUARD_LIVE;

	*size = bytes - TARN_RECORD;
#if GUARDED
	state = guard_state(at(heap, block->offset), bytes, block->offset, size);
#endif
	return state == GUARD_LIVE && !tag_loose(heap, block->offset, bytes) ? GUARD_DAMAGED
									     : state;
}

static void size_write(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes, uint32_t word)
{
#if GUARDED
	guard_size_set(at(heap, offset), bytes, word);
#endif
	(void)heap, (void)offset, (void)bytes, (void)word;
}

#if TARN_HARDEN >= 3
static void tally_peak(struct tally *tally)
{
	if (tally->live > tally->peak)
		tally->peak = tally->live;
}
#endif

/* ---- Alloc ------------------------------------------------------------------------------- */

bool record_begin(struct tarn_heap *heap, const struct block *block)
{
	uint32_t bytes = bytes_of(heap, block);

	if (!tag_charge(heap, bytes, 1))
		return false;
	/* From level 2 on the block is half open: its record's place still holds the fill. */
	if (!GUARDED)
		tag_write(heap, block->offset, bytes);
	else if (!block->pool && bytes < 8 + TARN_RECORD)
		size_write(heap, block->offset, bytes, FILL_FREE); /* links were there */
#if TARN_HARDEN >= 3
	if (block->pool) { /* freed blocks wait, so more are carved than were live */
		struct tally *tally = tally_of(heap, block->pool->class_index);

		tally->live++;
		tally_peak(tally);
	}
#endif
	return true;
}

void record_fill(struct tarn_heap *heap, const struct block *block, size_t size, void *caller)
{
	uint32_t bytes = bytes_for(block, size);
	uint32_t end = block->offset + bytes;
	uint32_t place = end - TARN_RECORD;                     /* of the record */
	uint32_t first = block->offset + (block->pool ? 0 : 8); /* a free run holds links there */
	bool whole = refill(heap, first, place);

	whole &= filled(heap, first > place ? first : place, end);
	fill(heap, block->offset, first > place ? place : first, FILL_NEW);
	slack(heap, block->offset + (uint32_t)size, place, true);
	tag_write(heap, block->offset, bytes);
#if TARN_HARDEN >= 3
	tarn_port_key key = tarn_port_lock();
	struct record *record = guard_record(at(heap, block->offset), bytes);

	record->sequence = ++heap->sequence;
	record->owner = (uint32_t)(uintptr_t)caller;
	tarn_port_unlock(key);
#endif
	size_write(heap, block->offset, bytes, (uint32_t)size ^ KEY_LIVE ^ block->offset);
	if (unlikely(!whole))
		fault_raise(heap, TARN_FAULT_USE_AFTER_FREE, at(heap, block->offset), caller);
}

/* ---- Free -------------------------------------------------------------------------------- */

/* Makes a block reusable. Returns as run_give. */
static uint32_t give(struct tarn_heap *heap, const struct block *block, uint32_t bytes)
{
	if (GUARDED)
		fill(heap, block->offset + bytes - TARN_RECORD, block->offset + bytes, FILL_FREE);
	if (!block->pool)
		return TARN_COMMONS ? commons_give(heap, block->offset) : 0;
	pool_give(heap, block->pool, pool_number(block->pool, block->offset));
#if TARN_HARDEN >= 3
	tally_of(heap, block->pool->class_index)->live--;
#endif
	return 0;
}

#if TARN_HARDEN >= 3

/* Counts a waiting block in (1) or out (-1). It does not count as live. */
static void count_waiting(struct tarn_heap *heap, const struct block *block, uint32_t bytes,
			  uint32_t one)
{
	uint32_t index = class_of(heap, block->pool);

	heap->quarantine_blocks += one;
	heap->quarantine_bytes += bytes * one;
	tally_of(heap, index)->quarantined += one;
	if (block->pool)
		tally_of(heap, index)->live -= one;
	else
		heap->room += (bytes >> GRANULE_SHIFT) * one;
}

/* Makes the oldest one reusable. Returns as run_give, or its offset with WRITTEN in it. */
static uint32_t quarantine_leave(struct tarn_heap *heap)
{
	struct block block = {.offset = heap->quarantine[heap->quarantine_first]};
	uint32_t bytes;
	uint32_t size;
	enum guard_state state;
	uint32_t damaged;
	bool other;

	heap->quarantine_first = (heap->quarantine_first + 1) % TARN_QUARANTINE;
	if (!find(heap, block.offset, &block.pool)) {
		heap->quarantine_blocks--;
		return block.offset | WRITTEN;
	}
	bytes = bytes_of(heap, &block);
	count_waiting(heap, &block, bytes, UINT32_MAX);
	state = state_of(heap, &block, bytes, &size);
	if (state == GUARD_LIVE) { /* somebody wrote an old record back: the block is live again */
		tag_revive(heap, block.offset, bytes);
		if (block.pool)
			tally_peak(tally_of(heap, block.pool->class_index));
		else
			count_used(heap, block.offset, 0);
		return block.offset | WRITTEN;
	}
	other = state != GUARD_FREED;
	if (!block.pool) /* links will lie there, so no later check sees that */
		other |= node_at(heap, block.offset)->next != FILL_FREE ||
			 (bytes >= 8 + TARN_RECORD &&
			  node_at(heap, block.offset)->prev != FILL_FREE);
	damaged = give(heap, &block, bytes);
	watch_rise(heap);
	return other ? block.offset | WRITTEN : damaged;
}

static uint32_t retire(struct tarn_heap *heap, const struct block *block, uint32_t bytes)
{
	uint32_t damaged = heap->quarantine_blocks == TARN_QUARANTINE ? quarantine_leave(heap) : 0;

	heap->quarantine[(heap->quarantine_first + heap->quarantine_blocks) % TARN_QUARANTINE] =
		block->offset;
	count_waiting(heap, block, bytes, 1);
	touch(heap, block->offset);
	return damaged;
}

void record_drain(struct tarn_heap *heap, void *caller)
{
	for (uint32_t left = TARN_QUARANTINE; left; left--) {
		tarn_port_key key = tarn_port_lock();
		uint32_t damaged = heap->quarantine_blocks ? quarantine_leave(heap) : 0;

		tarn_port_unlock(key);
		if (damaged)
			free_fault(heap, NULL, damaged, caller);
	}
}

#else
#define retire give

void record_drain(struct tarn_heap *heap, void *caller)
{
	(void)heap, (void)caller;
}
#endif

bool record_free(struct tarn_heap *heap, struct block block, tarn_port_key key, void *caller)
{
	uint32_t bytes = bytes_of(heap, &block);
	uint32_t end = block.offset + bytes - TARN_RECORD;
	void *pointer = at(heap, block.offset);
	uint32_t size;
	enum guard_state state = state_of(heap, &block, bytes, &size);
	uint32_t tag = tag_raw(heap, block.offset, bytes); /* judged, and not read again */
	uint32_t damaged;

	if (GUARDED && state != GUARD_DAMAGED) {
		/* The stamp keeps others from freeing it while it is filled, outside the lock. */
		size_write(heap, block.offset, bytes, size ^ KEY_FREED ^ block.offset);
		tarn_port_unlock(key);
		if (state == GUARD_LIVE && slack(heap, block.offset + size, end, false)) {
			fill(heap, block.offset, end, FILL_FREE);
		} else if (state == GUARD_LIVE) {
			size_write(heap, block.offset, bytes, size ^ KEY_LIVE ^ block.offset);
			state = GUARD_DAMAGED;
		}
		key = tarn_port_lock();
	}
	if (likely(state == GUARD_LIVE)) {
		tag_credit(heap, tag, bytes, 1);
		damaged = retire(heap, &block, bytes);
		tell_freed(heap, block.pool, block.offset, size);
		tarn_port_unlock(key);
		if (unlikely(damaged))
			free_fault(heap, NULL, damaged, caller);
		return true;
	}
	tarn_port_unlock(key);
	if (state == GUARD_FREED)
		free_fault(heap, pointer, REFUSED, caller);
	else
		fault_raise(heap, tag_fault(heap, block.offset), pointer, caller);
	return false;
}

/* ---- Resize ------------------------------------------------------------------------------ */

bool record_read(struct tarn_heap *heap, const struct block *block, struct held *held, void *caller)
{
	uint32_t bytes = held->bytes;
	enum guard_state state = state_of(heap, block, bytes, &held->size);

#if TARN_HARDEN >= 3
	held->owner = guard_record(at(heap, block->offset), bytes)->owner;
	held->sequence = guard_record(at(heap, block->offset), bytes)->sequence;
#endif
	if (state == GUARD_LIVE && (!GUARDED || slack(heap, block->offset + held->size,
						      block->offset + bytes - TARN_RECORD, false)))
		return true;
	fault_raise(heap,
		    state == GUARD_FREED ? fault_kind(heap, at(heap, block->offset))
					 : tag_fault(heap, block->offset),
		    at(heap, block->offset), caller);
	return false;
}

bool record_charge(struct tarn_heap *heap, int32_t more)
{
	if (more > 0)
		return tag_charge(heap, (uint32_t)more, 0);
	tag_undo(heap, (uint32_t)-more, 0);
	return true;
}

uint32_t record_tag_borrow(struct tarn_heap *heap, const struct block *block, uint32_t bytes)
{
	return tag_borrow(tag_raw(heap, block->offset, bytes));
}

void record_tag_return(uint32_t tags)
{
	tag_return(tags);
}

void record_shrinks(struct tarn_heap *heap, const struct block *block, const struct held *held,
		    uint32_t bytes)
{
	uint32_t end = block->offset + held->bytes;

	if (GUARDED && !block->pool && bytes < held->bytes) {
		/* The record goes first, in a window: tarn_free_tag reads it in one. */
		tarn_port_key key = tarn_port_lock();

		fill(heap, end - TARN_RECORD, end, FILL_FREE);
		tarn_port_unlock(key);
		fill(heap, block->offset + bytes - TARN_RECORD, end - TARN_RECORD, FILL_FREE);
	}
}

void record_cut(struct tarn_heap *heap, const struct block *block, uint32_t more)
{
	uint32_t bytes = bytes_of(heap, block);

	if (!GUARDED)
		tag_write(heap, block->offset, bytes);
	else if (more && more <= TARN_RECORD) /* otherwise its place holds the fill */
		size_write(heap, block->offset, bytes, FILL_FREE);
}

void record_resized(struct tarn_heap *heap, const struct block *block, const struct held *held,
		    uint32_t size, void *caller)
{
	uint32_t bytes = bytes_for(block, size);
	uint32_t end = block->offset + bytes - TARN_RECORD;
	bool whole = true;

#if GUARDED
	uint32_t first = block->offset + held->bytes;

	if (bytes > held->bytes) /* it grew into free memory */
		whole = refill(heap, first, end) &&
			filled(heap, first > end ? first : end, end + TARN_RECORD);
	for (uint32_t i = held->size; i < size; i++)
		*(uint8_t *)at(heap, block->offset + i) = fill_byte(FILL_NEW, i);
	slack(heap, block->offset + size, end, true);
	if (bytes != held->bytes) { /* otherwise they stand there */
#if TARN_HARDEN >= 3
		guard_record(at(heap, block->offset), bytes)->owner = held->owner;
		guard_record(at(heap, block->offset), bytes)->sequence = held->sequence;
#endif
		tag_write(heap, block->offset, bytes);
	}
#endif
	size_write(heap, block->offset, bytes, size ^ KEY_LIVE ^ block->offset);
	(void)end, (void)held;
	if (!whole)
		fault_raise(heap, TARN_FAULT_USE_AFTER_FREE, at(heap, block->offset), caller);
}

void record_boot(struct tarn_heap *heap)
{
	uint32_t first = commons_first(heap);

	if (!GUARDED)
		return;
	fill(heap, pool_of(heap, 0)->start, commons_of(heap), FILL_FREE);
	if (commons_granules(heap))
		fill(heap, first + 8, heap_end(heap), FILL_FREE);
}

#else

uint32_t record_tag_borrow(struct tarn_heap *heap, const struct block *block, uint32_t bytes)
{
	(void)heap, (void)block, (void)bytes;
	return 0;
}

void record_tag_return(uint32_t tags)
{
	(void)tags;
}

void record_boot(struct tarn_heap *heap)
{
	(void)heap;
}

void record_drain(struct tarn_heap *heap, void *caller)
{
	(void)heap, (void)caller;
}

#endif
