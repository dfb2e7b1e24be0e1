/* SPDX-License-Identifier: MIT
 * Blocks of either zone: what the public calls share. */
#ifndef TARN_BLOCK_H
#define TARN_BLOCK_H

#include "core.h"
#include "tag.h"

/* The bytes of a live block of a pool, or of the commons if that is NULL; its record and slack are
 * included. */
static inline uint32_t block_size(const struct tarn_heap *heap, uint32_t offset,
				  const struct pool *pool)
{
	return TARN_POOLS && pool ? pool->size : run_length(heap, offset) << GRANULE_SHIFT;
}

/* The bytes of the live block that starts at `offset`; 0 iff none does. Inside the caller's lock
 * window. From level 2 on the block's record may still say that it is being freed. */
static inline uint32_t block_at(const struct tarn_heap *heap, uint32_t offset)
{
	struct pool *pool;

	return find(heap, offset, &pool) ? block_size(heap, offset, pool) : 0;
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

#endif
