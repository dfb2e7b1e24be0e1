/* SPDX-License-Identifier: MIT
 * What the record of a live block says, for the walker and the map. In a damaged heap a length and
 * a record may hold anything, and nothing outside the arena is read. */
#ifndef TARN_LIVE_H
#define TARN_LIVE_H

#include "../heap/block.h"

/* A block whose L bit is set. Half open: its record is not written yet. Waiting: it was freed, and
 * waits in the quarantine. */
enum live_state { LIVE_OWNED, LIVE_HALF_OPEN, LIVE_WAITING, LIVE_DAMAGED };

/* The bytes of the block of `pool`, or of the commons, at `offset`. A damaged length ends at the
 * heap's end. */
static inline uint32_t live_bytes(const struct tarn_heap *heap, const struct pool *pool,
				  uint32_t offset)
{
	uint32_t bytes = block_size(heap, offset, pool);
	uint32_t left = heap_end(heap) - offset;

	return bytes - 1 < left ? bytes : left;
}

static inline enum live_state live_state(const struct tarn_heap *heap, uint32_t offset,
					 uint32_t bytes, uint32_t *requested)
{
#if TARN_HARDEN >= 2
	uint32_t size;
	enum guard_state state;

	if (bytes <= TARN_RECORD)
		return LIVE_DAMAGED;
	if (guard_unwritten(at(heap, offset), bytes))
		return LIVE_HALF_OPEN;
	state = guard_state(at(heap, offset), bytes, offset, &size);
	if (state != GUARD_LIVE)
		return state == GUARD_FREED ? LIVE_WAITING : LIVE_DAMAGED;
	*requested = size;
	return LIVE_OWNED;
#else
	(void)heap, (void)offset, (void)bytes, (void)requested;
	return LIVE_OWNED;
#endif
}

/* Reads the record of the block at `offset`: its requested size, owner, sequence and tag. What the
 * record does not hold is 0, but for the size: then it is what the caller may use. */
static inline enum live_state live_read(const struct tarn_heap *heap, uint32_t offset,
					uint32_t bytes, struct tarn_block *block)
{
	enum live_state state;

	block->requested = bytes > TARN_RECORD ? bytes - TARN_RECORD : 0;
	block->owner = 0;
	block->sequence = 0;
	block->tag = 0;
	state = live_state(heap, offset, bytes, &block->requested);
	if (state == LIVE_HALF_OPEN || bytes <= TARN_RECORD)
		return state;
	block->tag = tag_read(heap, offset, bytes);
#if TARN_HARDEN >= 3
	const struct record *record = guard_record(at(heap, offset), bytes);

	block->owner = record->owner;
	block->sequence = record->sequence;
#endif
	return state;
}

#endif
