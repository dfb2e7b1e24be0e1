/* SPDX-License-Identifier: MIT
 * Requests: from their own pool, else by their class's overflow rule. */
#include "run.h"

/* Take a block of the pool that is to serve if it has `blocks` to spare, and count it. */
static uint32_t pool_get(struct tarn_heap *heap, const struct request *request, uint32_t blocks)
{
	uint32_t index = request->served;
	struct pool *pool = pool_of(heap, index);
	uint32_t damaged = 0;
	uint32_t offset = 0;
	tarn_port_key key = tarn_port_lock();

	if (pool_spares(heap, pool, heap->class[index].size, blocks))
		offset = pool_take(heap, pool, index, &damaged);
	if (offset)
		count_alloc(heap, request);
	tarn_port_unlock(key);
	if (unlikely(damaged))
		fault_raise(heap, TARN_FAULT_LINK, at(heap, damaged), request->caller);
	return offset;
}

/* From the nearest larger class that may spare a block. */
static uint32_t larger_get(struct tarn_heap *heap, struct request *request)
{
	uint32_t overflow = heap->class[request->index].overflow;
	uint32_t blocks = overflow & TARN_TO_LAST ? 1 : 2;
	uint32_t offset = 0;

	if (!(overflow & (TARN_TO_LARGER | TARN_TO_LAST)))
		return 0;
	request->served = request->index;
	while (!offset && ++request->served < classes_of(heap))
		offset = pool_get(heap, request, blocks);
	return offset;
}

/* Serve a request, which needs a block of `bytes`. Where serve_quickly was asked before: what that did not
 * settle, a search, an overflow to a larger class, a long run, a refusal. */
static uint32_t serve(struct tarn_heap *heap, struct request *request, uint32_t bytes)
{
	uint32_t index = request->index;
	uint32_t offset = 0;
	bool commons = true;

	if (TARN_POOLS && index < classes_of(heap)) {
		request->served = index;
		offset = pool_get(heap, request, 1);
		if (offset)
			return offset;
		commons = heap->class[index].overflow & TARN_TO_COMMONS;
	}
	if (TARN_COMMONS && commons) {
		request->served = classes_of(heap);
		offset = commons_take(heap, request, bytes >> GRANULE_SHIFT, GRANULE);
	}
	if (TARN_POOLS && !offset && index < classes_of(heap))
		offset = larger_get(heap, request);
	return offset;
}

#if FOR_SPEED && !FAST_PATHS
/* What most requests come to, in one lock window: a block of their own pool or, where that has none, the
 * run that the commons would find first. 0: something is in its way, or there is neither. */
static uint32_t serve_quickly(struct tarn_heap *heap, struct request *request, uint32_t bytes)
{
	uint32_t index = request->index;
	uint32_t granules = bytes >> GRANULE_SHIFT;
	bool commons = TARN_COMMONS && granules <= FRONTIER_SLICE;
	uint32_t damaged = 0;
	uint32_t offset = 0;
	tarn_port_key key = tarn_port_lock();

	if (TARN_POOLS && index < classes_of(heap)) {
		request->served = index;
		offset = pool_take(heap, pool_of(heap, index), index, &damaged);
		commons = commons && !damaged && heap->class[index].overflow & TARN_TO_COMMONS;
	}
	if (!offset && commons) {
		request->served = classes_of(heap);
		offset = take_sure(heap, granules);
	}
	if (likely(offset))
		count_alloc(heap, request);
	tarn_port_unlock(key);
	return offset;
}
#else
static inline uint32_t serve_quickly(struct tarn_heap *heap, struct request *request,
				     uint32_t bytes)
{
	(void)heap, (void)request, (void)bytes;
	return 0;
}
#endif

void *request_done(struct tarn_heap *heap, const struct request *request, uint32_t offset)
{
	if (unlikely(!offset)) {
		count_refusal(heap, request->index, request->size);
		return NULL;
	}
#if TARN_HARDEN >= 2
	guard_open(heap, offset, request);
#endif
	return at(heap, offset);
}

inline uint32_t request_serve(struct tarn_heap *heap, struct request *request)
{
	uint32_t bytes = block_bytes(request->size);
	uint32_t offset;

#if TARN_HARDEN >= 3
	/* Whoever drains it meanwhile, it was not empty: then there is reason to try again. */
	bool waiting = heap->quarantine_blocks != 0;
#endif

	request->index = TARN_POOLS ? class_for(heap, bytes >> GRANULE_SHIFT) : 0;
	offset = serve_quickly(heap, request, bytes);
	if (unlikely(!offset))
		offset = serve(heap, request, bytes);
#if TARN_HARDEN >= 3
	if (!offset && (quarantine_drain(heap, request->caller) || waiting))
		offset = serve(heap, request, bytes);
#endif
	return offset;
}

GENERAL void *block_alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	struct request request;

	request.caller = CALLER_IF_NULL(caller);
	request.size = size;
	if (unlikely(!heap_made(heap)))
		return NULL;
	return request_done(heap, &request, request_serve(heap, &request));
}

#if FAST_PATHS
/* The pool `index`, of these granules, has no block: so to the commons, or nowhere, as its class may. In the
 * lock window that the caller opened, which this closes, up to the exact bins: a longer run may fill one. */
static APART void *overflow(struct tarn_heap *heap, uint32_t granules, tarn_port_key key,
			    uint32_t index, void *caller)
{
	uint32_t to = heap->class[index].overflow;

	if (TARN_COMMONS && likely(to & TARN_TO_COMMONS && granules - 1 < EXACT_BINS - 1))
		return pop_alloc(heap, head_offset(heap, granules), granules, key,
				 TAIL_PASS(caller));
	if (to == TARN_REFUSE) {
		refusal_count(heap, index);
		tarn_port_unlock(key);
		return NULL;
	}
	if (TARN_COMMONS && to & TARN_TO_COMMONS && granules) {
		tarn_port_unlock(key);
		return commons_alloc_long(heap, granules, TAIL_PASS(caller));
	}
	return again(heap, granules, key, TAIL_PASS(caller));
}

ALWAYS void *alloc_fast(struct tarn_heap *heap, size_t size, void *caller)
{
	if (TARN_POOLS && likely(size < heap->map_limit)) {
		uint32_t granules = (uint32_t)(size + GRANULE - 1) >> GRANULE_SHIFT;
		uint32_t index = heap->map[granules];
		uint32_t damaged = 0;
		tarn_port_key key = tarn_port_lock();
		uint32_t offset;

		FORGET(index); /* that it came from a byte: or it is sign-extended for a multiplication */
		offset = pool_take(heap, pool_of(heap, index), index, &damaged);
		if (likely(offset)) {
			void *block = at(heap, offset);

			tarn_port_unlock(key);
			return block;
		}
		if (unlikely(damaged))
			return again(heap, granules, key, tail_caller(caller));
		return overflow(heap, granules, key, index, tail_caller(caller));
	}
	if (TARN_COMMONS)
		return commons_alloc(heap, size, tail_caller(caller));
	return block_alloc(heap, size, TAIL_PASS(caller));
}
#endif

void *tarn_alloc(struct tarn_heap *heap, size_t size)
{
#if FAST_PATHS
	return alloc_fast(heap, size, TAIL_CALLER);
#else
	return block_alloc(heap, size, CALLER);
#endif
}

/* Are all blocks of a class aligned? */
static bool class_aligned(const struct tarn_heap *heap, uint32_t index, uint32_t align)
{
	uintptr_t start = heap->base + pool_of(heap, index)->start;

	return ((start | heap->class[index].size) & (align - 1)) == 0;
}

static uint32_t aligned_get(struct tarn_heap *heap, struct request *request, uint32_t align)
{
	for (uint32_t index = request->index; index < classes_of(heap); index++) {
		if (class_aligned(heap, index, align)) {
			request->served = index;
			return pool_get(heap, request, 1);
		}
	}
	return 0;
}

static uint32_t serve_aligned(struct tarn_heap *heap, struct request *request, uint32_t bytes,
			      uint32_t align)
{
	request->served = classes_of(heap);
	if (TARN_COMMONS && heap_end(heap) > heap->commons)
		return commons_take(heap, request, bytes >> GRANULE_SHIFT, align);
	return TARN_POOLS ? aligned_get(heap, request, align) : 0;
}

void *tarn_alloc_aligned_for(struct tarn_heap *heap, size_t align, size_t size, void *caller)
{
	struct request request;
	uint32_t offset = 0;
#if TARN_HARDEN >= 3
	bool waiting = heap->quarantine_blocks != 0;
#endif

	if (align == 0 || align & (align - 1) || !heap_made(heap))
		return NULL;
	if (align <= GRANULE)
		return block_alloc(heap, size, caller);
	request.size = size;
	request.index = classes_of(heap);
	request.caller = caller;
	if (size <= TARN_ARENA_MAX && align <= TARN_ARENA_MAX) {
		uint32_t bytes = block_bytes(size);

		if (TARN_POOLS)
			request.index = class_for(heap, bytes >> GRANULE_SHIFT);
		offset = serve_aligned(heap, &request, bytes, (uint32_t)align);
#if TARN_HARDEN >= 3
		if (!offset && (quarantine_drain(heap, caller) || waiting))
			offset = serve_aligned(heap, &request, bytes, (uint32_t)align);
#endif
	}
	return request_done(heap, &request, offset);
}

void *tarn_alloc_zeroed_for(struct tarn_heap *heap, size_t count, size_t size, void *caller)
{
	uint32_t high = size > UINT16_MAX || count > UINT16_MAX;
	raw32 *word;
	uint8_t *byte;
	void *block;

	/* Without dividing: a product of two numbers whose leading zeros add up to less than a
	 * word's overflows, or is larger than any arena. */
	if (high && size && count &&
	    (size > TARN_ARENA_MAX || count > TARN_ARENA_MAX ||
	     leading_zeros((uint32_t)size) + leading_zeros((uint32_t)count) < 32)) {
		if (heap_made(heap))
			count_refusal(heap, classes_of(heap), TARN_ARENA_MAX);
		return NULL;
	}
	size *= count;
	block = block_alloc(heap, size, caller);
	if (!block)
		return NULL;
	word = block;
	for (uint32_t left = (uint32_t)size >> 2; left; left--)
		*word++ = 0;
	/* To the byte: behind it is the slack, which levels 2 and 3 watch. */
	byte = (uint8_t *)word;
	for (uint32_t left = (uint32_t)size & 3; left; left--)
		*byte++ = 0;
	return block;
}

/* ---- On whose behalf -------------------------------------------------------------------- */

void *tarn_alloc_for(struct tarn_heap *heap, size_t size, void *caller)
{
#if FAST_PATHS && !TARN_TAIL_CALLS
	return alloc_fast(heap, size, caller); /* which carries the caller along */
#else
	return block_alloc(heap, size, caller);
#endif
}

void *tarn_alloc_zeroed(struct tarn_heap *heap, size_t count, size_t size)
{
	return tarn_alloc_zeroed_for(heap, count, size, CALLER);
}

void *tarn_alloc_aligned(struct tarn_heap *heap, size_t align, size_t size)
{
	return tarn_alloc_aligned_for(heap, align, size, CALLER);
}
