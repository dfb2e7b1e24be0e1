/* SPDX-License-Identifier: MIT
 * Blocks of either zone: what the public calls share. */
#ifndef TARN_BLOCK_H
#define TARN_BLOCK_H

#include "class.h"
#include "commons.h"

/* The live block that starts at `offset`: its bytes (record and slack included) and the pool
 * it lies in (`classes`: the commons). 0 iff no live block starts there. Inside the caller's
 * lock window. From level 2 on its record may still say that it is being freed. */
static inline uint32_t block_at(const struct tarn_heap *heap, uint32_t offset, uint32_t *index)
{
	if (TARN_POOLS && offset <= heap->commons) {
		const struct pool *pool = pool_holding(heap, offset);

		if (!pool || !(pair_at(heap, offset)->live & bit_of(offset)))
			return 0;
		*index = pool_index(heap, pool);
		return heap->class[*index].size;
	}
	if (TARN_COMMONS && commons_live(heap, offset)) {
		*index = classes_of(heap);
		return run_length(heap, offset) << GRANULE_SHIFT;
	}
	return 0;
}

/* alloc.c: find a block for a request of request->size, for request->caller; count it. Fills in the
 * rest. Returns the block's offset; 0: nothing can serve, and nobody was told yet. */
uint32_t request_serve(struct tarn_heap *heap, struct request *request);

/* alloc.c: open and return the block at `offset`; NULL and a refusal where that is 0. */
void *request_done(struct tarn_heap *heap, const struct request *request, uint32_t offset);

/* free.c: make a live block reusable. Inside the caller's lock window. Returns as
 * commons_give. */
uint32_t block_release(struct tarn_heap *heap, uint32_t offset, uint32_t index);

/* alloc.c: tarn_alloc, on behalf of `caller` (NULL: of its own caller). */
void *block_alloc(struct tarn_heap *heap, size_t size, void *caller);

/* quarantine.c, level 3: hold a freed block back; returns as commons_give. Inside the lock. */
uint32_t quarantine_put(struct tarn_heap *heap, uint32_t offset, uint32_t index);
/* Give all blocks back. False iff there were none. */
bool quarantine_drain(struct tarn_heap *heap, void *caller);

#endif
