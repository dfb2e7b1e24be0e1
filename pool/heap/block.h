/* SPDX-License-Identifier: MIT
 * Blocks of either zone: what the public calls share. */
#ifndef TARN_BLOCK_H
#define TARN_BLOCK_H

#include "class.h"
#include "commons.h"
#include "tag.h"

/* Does a live block start at `offset`? If so, *index is the pool that it lies in (`classes`: the
 * commons). Inside the caller's lock window. From level 2 on its record may still say that it is
 * being freed. */
static inline bool block_find(const struct tarn_heap *heap, uint32_t offset, uint32_t *index)
{
	if (below_commons(heap, offset)) {
		if (sign_of(pair_at(heap, offset)->live, offset) >= 0)
			return false;
		*index = pool_index(heap, pool_holding(heap, offset, pair_at(heap, offset)->start));
		return true;
	}
	*index = classes_of(heap);
	return TARN_COMMONS && commons_live(heap, offset);
}

/* The bytes of a live block that was found, record and slack included. */
static inline uint32_t block_size(const struct tarn_heap *heap, uint32_t offset, uint32_t index)
{
	return in_pool(heap, index) ? heap->size_class[index].size
				    : run_length(heap, offset) << GRANULE_SHIFT;
}

/* Both; 0 iff no live block starts there. */
static inline uint32_t block_at(const struct tarn_heap *heap, uint32_t offset, uint32_t *index)
{
	return block_find(heap, offset, index) ? block_size(heap, offset, *index) : 0;
}

/* Is a block whose L bit is set its owner's? From level 2 on it may be half open, or wait. A
 * damaged record is its owner's. */
static inline bool block_ready(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes)
{
#if TARN_HARDEN >= 2
	uint32_t size;

	return guard_state(at(heap, offset), bytes, offset, &size) != GUARD_FREED &&
	       !guard_unwritten(at(heap, offset), bytes);
#else
	(void)heap, (void)offset, (void)bytes;
	return true;
#endif
}

/* The bytes of the live block at `offset`, and those of them that are usable, if its record is
 * whole; 0 iff there is none. Outside the lock. */
uint32_t block_look(struct tarn_heap *heap, uint32_t offset, uint32_t *usable, bool *damaged);

/* From level 2 on: the block at `offset` is about to be handed out. Verify what it held, fill
 * it, and write its record. Outside the lock, with the block live. */
void block_opened(struct tarn_heap *heap, uint32_t offset, size_t size, uint32_t served,
		  void *caller);

/* The end of a request that was served by pool `served` or the commons, outside the lock. */
ALWAYS void *block_open(struct tarn_heap *heap, uint32_t offset, size_t size, uint32_t served,
			void *caller)
{
#if TARN_HARDEN >= 2
	block_opened(heap, offset, size, served, CALLER_IF_NULL(caller));
#else
	(void)size, (void)served, (void)caller;
#endif
	return at(heap, offset);
}

#endif
