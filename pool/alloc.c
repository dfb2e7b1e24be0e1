/* SPDX-License-Identifier: MIT
 * Requests: from their own pool, else by their class's overflow rule. */
#include "run.h"

/* Take the block of a pool that was freed last; there is one. NONE: its link is damaged. */
static inline uint32_t freed_take(struct tarn_heap *heap, struct pool *pool,
				  struct request *request)
{
	uint32_t offset = pool->head;
	uint32_t link = node_at(heap, offset)->next;

	if (TARN_HARDEN >= 1 && unlikely(link == offset || !pool_link_sound(heap, pool, link))) {
		request->damaged = offset;
		return NONE;
	}
	pool->head = link;
	guard_block_taken(heap, offset, UINT32_MAX);
	return offset;
}

/* Take the next fresh one, of `size`, if there is one; set the plane words that begin in it, but for the one in
 * which the next pool does. */
static inline uint32_t fresh_take(struct tarn_heap *heap, struct pool *pool, uint32_t index,
				  uint32_t size)
{
	uint32_t offset = pool_fresh(pool);
	uint32_t last = pool_end(pool);

	if (offset == last)
		return NONE;
	last -= WORD_BYTES;
	pool->carved += size >> GRANULE_SHIFT;
	if (last > offset + size)
		last = offset + size;
	for (uint32_t word = offset | (WORD_BYTES - 1); word < last; word += WORD_BYTES)
		pool_word_set(heap, word + 1, index);
	guard_block_taken(heap, offset, 0);
	return offset;
}

/* Take a block of pool `index`, if it has `blocks` to spare. */
static uint32_t pool_get(struct tarn_heap *heap, struct request *request, uint32_t index,
			 uint32_t blocks)
{
	struct pool *pool = pool_of(heap, index);
	uint32_t size = heap->class[index].size;
	uint32_t offset = NONE;
	tarn_port_key key = tarn_port_lock();

	if (pool_spares(heap, pool, size, blocks))
		offset = pool->head ? freed_take(heap, pool, request)
				    : fresh_take(heap, pool, index, size);
	if (offset) {
		request->served = index;
		live_flip(heap, offset);
		pool_count(heap, pool, offset);
		count_alloc(heap, request);
	}
	tarn_port_unlock(key);
	return offset;
}

#if FAST_PATHS

/* The run that a search would find first, in one lock window. 0: something is in its way, or there is none. */
static uint32_t commons_get_quickly(struct tarn_heap *heap, const struct request *request)
{
	uint32_t offset = 0;

	if (request->granules <= FRONTIER_SLICE) {
		tarn_port_key key = tarn_port_lock();

		offset = take_sure(heap, request->granules);
		tarn_port_unlock(key);
	}
	return offset;
}

#else

/* serve_quickly did that already, if speed was asked for. */
static inline uint32_t commons_get_quickly(struct tarn_heap *heap, const struct request *request)
{
	(void)heap, (void)request;
	return 0;
}

#endif

/* Take a run. */
static uint32_t commons_get(struct tarn_heap *heap, struct request *request)
{
	uint32_t offset = commons_get_quickly(heap, request);

	if (offset)
		return offset;
	request->served = classes_of(heap);
	do {
		tarn_port_key key = tarn_port_lock();

		offset = commons_take(heap, request);
		if (offset > NOT_YET)
			count_alloc(heap, request);
		tarn_port_unlock(key);
	} while (offset == NOT_YET);
	return offset;
}

/* Serve a request. Where serve_quickly was asked before: what that did not settle, a search, an overflow to
 * a larger class, a long run, a refusal. */
static uint32_t serve(struct tarn_heap *heap, struct request *request)
{
	uint32_t index = request->index;
	uint32_t overflow = TARN_TO_COMMONS;
	uint32_t offset = NONE;

	if (TARN_POOLS && index < classes_of(heap)) {
		offset = pool_get(heap, request, index, 1);
		overflow = heap->class[index].overflow;
	}
	if (TARN_COMMONS && !offset && overflow & TARN_TO_COMMONS)
		offset = commons_get(heap, request);
	/* The nearest larger class that may spare a block. */
	while (TARN_POOLS && !offset && overflow & (TARN_TO_LARGER | TARN_TO_LAST) &&
	       ++index < classes_of(heap))
		offset = pool_get(heap, request, index, overflow & TARN_TO_LAST ? 1 : 2);
	return offset;
}

#if FOR_SPEED && !FAST_PATHS
/* What most requests come to, in one lock window: a block of their own pool or, where that has none, the
 * run that the commons would find first. 0: something is in its way, or there is neither. */
static uint32_t serve_quickly(struct tarn_heap *heap, struct request *request)
{
	uint32_t index = request->index;
	bool commons = TARN_COMMONS && request->granules <= FRONTIER_SLICE;
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
		offset = take_sure(heap, request->granules);
	}
	if (likely(offset))
		count_alloc(heap, request);
	tarn_port_unlock(key);
	return offset;
}
#else
static inline uint32_t serve_quickly(struct tarn_heap *heap, struct request *request)
{
	(void)heap, (void)request;
	return 0;
}
#endif

/* Its block, its class, and that nothing was looked at yet. */
static inline void request_begin(const struct tarn_heap *heap, struct request *request)
{
	request->granules = block_bytes(request->size) >> GRANULE_SHIFT;
	request->index = TARN_POOLS ? class_for(heap, request->granules) : 0;
	request->damaged = 0;
	request->slice = SLICE_BEGIN;
}

/* The end of a request, and whoever asked is told what was found damaged on the way. */
static inline void *done(struct tarn_heap *heap, const struct request *request, uint32_t offset)
{
	if (unlikely(!offset))
		count_refusal(heap, request->index, request->size);
#if TARN_HARDEN >= 2
	else
		guard_open(heap, offset, request);
#endif
	if (unlikely(request->damaged))
		fault_raise(heap, TARN_FAULT_LINK, at(heap, request->damaged), request->caller);
	return offset ? at(heap, offset) : NULL;
}

static inline uint32_t serve_request(struct tarn_heap *heap, struct request *request)
{
	uint32_t offset;

#if TARN_HARDEN >= 3
	/* Whoever drains it meanwhile, it was not empty: then there is reason to try again. */
	bool waiting = heap->quarantine_blocks != 0;
#endif

	request_begin(heap, request);
	offset = serve_quickly(heap, request);
	if (unlikely(!offset))
		offset = serve(heap, request);
#if TARN_HARDEN >= 3
	if (!offset && (quarantine_drain(heap, request->caller) || waiting))
		offset = serve(heap, request);
#endif
	return offset;
}

#if TARN_HARDEN >= 3
uint32_t request_serve(struct tarn_heap *heap, struct request *request)
{
	return serve_request(heap, request);
}

void *request_done(struct tarn_heap *heap, const struct request *request, uint32_t offset)
{
	return done(heap, request, offset);
}
#endif

FALLBACK void *block_alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	struct request request;

	request.caller = CALLER_IF_NULL(caller);
	request.size = size;
	if (unlikely(!heap_made(heap)))
		return NULL;
	return done(heap, &request, serve_request(heap, &request));
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
	return block_alloc(heap, size, TAIL_CALLER);
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
	for (uint32_t index = request->index; index < classes_of(heap); index++)
		if (class_aligned(heap, index, align))
			return pool_get(heap, request, index, 1);
	return 0;
}

static uint32_t serve_aligned(struct tarn_heap *heap, struct request *request, uint32_t align)
{
	request->served = classes_of(heap);
	if (TARN_COMMONS && heap_end(heap) > heap->commons)
		return commons_take_aligned(heap, request, align);
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
	request.damaged = 0;
	request.caller = caller;
	if (size <= TARN_ARENA_MAX && align <= TARN_ARENA_MAX) {
		request_begin(heap, &request);
		offset = serve_aligned(heap, &request, (uint32_t)align);
#if TARN_HARDEN >= 3
		if (!offset && (quarantine_drain(heap, caller) || waiting))
			offset = serve_aligned(heap, &request, (uint32_t)align);
#endif
	}
	return done(heap, &request, offset);
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
