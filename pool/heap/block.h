/* SPDX-License-Identifier: MIT
 * Blocks of either zone: what the public calls share. */
#ifndef TARN_BLOCK_H
#define TARN_BLOCK_H

#include "class.h"
#include "commons.h"
#include "tag.h"

/* Does a live block start at `offset`? If so, *index is its pool, or `classes` for the commons.
 * Inside the caller's lock window. From level 2 on the block's record may still say that it is
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

/* The bytes of a live block that was found, its record and slack included. */
static inline uint32_t block_size(const struct tarn_heap *heap, uint32_t offset, uint32_t index)
{
	return in_pool(heap, index) ? heap->size_class[index].size
				    : run_length(heap, offset) << GRANULE_SHIFT;
}

/* block_find and block_size together. 0 iff no live block starts there. */
static inline uint32_t block_at(const struct tarn_heap *heap, uint32_t offset, uint32_t *index)
{
	return block_find(heap, offset, index) ? block_size(heap, offset, *index) : 0;
}

/* Does a block whose L bit is set belong to its owner? From level 2 on it may be half open, or wait
 * in the quarantine. A block with a damaged record belongs to its owner. */
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

/* The bytes of the live block at `offset`; 0 iff there is none. *usable is how many of them its
 * caller may use, unless its record is damaged. Outside the lock. */
uint32_t block_look(struct tarn_heap *heap, uint32_t offset, uint32_t *usable, bool *damaged);

/* From level 2 on: prepares the block at `offset` before it is handed out. Verifies what it held,
 * fills it, and writes its record. Outside the lock; the block's L bit is set already. */
void block_opened(struct tarn_heap *heap, uint32_t offset, size_t size, uint32_t served,
		  void *caller);

/* Ends a request that pool `served`, or the commons, served. Outside the lock. */
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
