/* SPDX-License-Identifier: MIT
 * Blocks of either zone: what the public calls share. */
#ifndef TARN_BLOCK_H
#define TARN_BLOCK_H

#include "class.h"
#include "commons.h"

/* Does a live block start at `offset`? If so, *index is the pool that it lies in (`classes`: the commons).
 * Inside the caller's lock window. From level 2 on its record may still say that it is being freed. */
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
	return in_pool(heap, index) ? heap->class[index].size
				    : run_length(heap, offset) << GRANULE_SHIFT;
}

/* Both; 0 iff no live block starts there. */
static inline uint32_t block_at(const struct tarn_heap *heap, uint32_t offset, uint32_t *index)
{
	return block_find(heap, offset, index) ? block_size(heap, offset, *index) : 0;
}

/* The end of a request that was served by pool `served` or the commons, outside the lock. */
ALWAYS void *block_open(struct tarn_heap *heap, uint32_t offset, size_t size, uint32_t served,
			void *caller)
{
#if TARN_HARDEN >= 2
	guard_open(heap, offset, size, served, CALLER_IF_NULL(caller));
#else
	(void)size, (void)served, (void)caller;
#endif
	return at(heap, offset);
}

/* alloc.c: tarn_alloc in all its steps, from the start; reached by a jump from whatever fails. */
void *alloc_slow(struct tarn_heap *heap, size_t size, void *caller);

/* alloc.c: the end of a request that found its pool and the commons empty. */
void *alloc_refuse(struct tarn_heap *heap, size_t size, void *caller);

/* alloc.c: tarn_alloc in two halves. Try all steps, but tell nobody of the outcome. */
void *request_try(struct tarn_heap *heap, struct request *request, size_t size, void *caller);
/* Count a refusal, and report damage. Returns `block`. */
void *request_end(struct tarn_heap *heap, const struct request *request, void *block);

/* free.c: the end of a free that is refused (`found` is REFUSED), or that met the damaged run at offset
 * `found`, or, with WRITTEN in it, a freed block that was written to. */
#define REFUSED 1u /* no live block starts there */
#define WRITTEN 2u
void free_fault(struct tarn_heap *heap, const void *block, uint32_t found, void *caller);

/* free.c, from level 2 on: the end of a free, whose window the caller has opened. */
void block_retire(struct tarn_heap *heap, uint32_t offset, uint32_t index, tarn_port_key key,
		  void *caller);

/* free.c, from level 2 on: make a live block reusable. Inside the caller's lock window. Returns as
 * commons_give. */
uint32_t block_give(struct tarn_heap *heap, uint32_t offset, uint32_t index, uint32_t bytes);

/* quarantine.c, level 3: hold a freed block back; returns as commons_give. Inside the lock. */
uint32_t quarantine_put(struct tarn_heap *heap, uint32_t offset, uint32_t index);
/* Give all blocks back. False iff there were none. */
bool quarantine_drain(struct tarn_heap *heap, void *caller);

#endif
