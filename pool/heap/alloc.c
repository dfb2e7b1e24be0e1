/* SPDX-License-Identifier: MIT
 * Requests: a block of the own pool, else as the class's overflow rule says. */
#include "alloc.h"
#include "record.h"
#include "tell.h"

/* ---- The usual case --------------------------------------------------------------------- */

static ALWAYS uint32_t peak_of(const struct tarn_heap *heap, const struct pool *pool)
{
	return pool ? pool->carved : heap->peak;
}

/* Gives back a block that exceeds the limit of its tag. No peak has risen. */
static SLOW void untake(struct tarn_heap *heap, uint32_t offset, struct pool *pool, uint32_t peak)
{
	if (!pool) {
		commons_give(heap, offset);
		heap->room -= heap->peak - peak;
		heap->peak = peak;
	} else if (pool->carved == peak) {
		pool_give(heap, pool, pool_number(pool, offset));
	} else {
		pool->carved = (uint16_t)peak;
	}
}

/* Ends the taking of a block, in its window. False: it exceeds the limit of its tag, and is given
 * back. `peak` is peak_of before the taking. */
static ALWAYS bool taken(struct tarn_heap *heap, uint32_t offset, struct pool *pool, size_t size,
			 uint32_t peak)
{
	if (likely(record_taken(heap, offset, pool))) {
		tell_taken(heap, pool, size);
		return true;
	}
	untake(heap, offset, pool, peak);
	return false;
}

static void *alloc_slow(struct tarn_heap *heap, size_t size, void *caller);

/* The commons serve: the run that is sure to fit. */
static APART void *commons_alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	if (likely(size - 1 < heap->limit)) {
		tarn_port_key key = tarn_port_lock();
		uint32_t peak = peak_of(heap, NULL);
		uint32_t offset = run_take_first(heap, granules_of(size));
		bool serves = offset && taken(heap, offset, NULL, size, peak);

		tell_cut(heap);
		tarn_port_unlock(key);
		if (likely(serves))
			return tell_low(heap,
					record_open(heap, at(heap, offset), NULL, size, caller));
	}
	return alloc_slow(heap, size, caller);
}

/* The pool does not serve: is it the turn of the commons, or of all that may serve? */
static APART void *alloc_further(struct tarn_heap *heap, size_t size, void *caller,
				 uint32_t commons)
{
	return TARN_COMMONS && commons ? commons_alloc(heap, size, caller)
				       : alloc_slow(heap, size, caller);
}

/* Takes a block of class `index`, in a window of its own. False: *number is NO_BLOCK, or it exceeds
 * the limit of its tag. */
static ALWAYS bool pool_alloc(struct tarn_heap *heap, uint32_t index, size_t size,
			      struct pool **pool, uint32_t *number)
{
	const uint32_t *current = current_of(heap, 0); /* a word for each class */
	tarn_port_key key = tarn_port_lock();
	uint32_t peak = peak_of(heap, *pool = pool_on_top(heap, current[index]));
	bool serves;

	*number = pool_take(heap, *pool);
	serves = *number != NO_BLOCK && taken(heap, pool_offset(*pool, *number), *pool, size, peak);
	tarn_port_unlock(key);
	return serves;
}

static ALWAYS void *alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	if (TARN_POOLS && likely(size < heap->map_limit)) {
		struct pool *pool;
		uint32_t number;

		if (likely(pool_alloc(heap, heap->map[granules_of(size)], size, &pool, &number)))
			return record_open(heap, pool_block(heap, pool, number), pool, size,
					   caller);
		/* a block that exceeds the limit of its tag: no other place may serve */
		return alloc_further(heap, size, caller,
				     TARN_TAGS && number != NO_BLOCK ? 0 : pool->commons);
	}
	return TARN_COMMONS ? commons_alloc(heap, size, caller) : alloc_slow(heap, size, caller);
}

void *tarn_alloc(struct tarn_heap *heap, size_t size)
{
	tell_begin(heap);
	return tell_alloc(heap, alloc(heap, size, TAIL_CALLER(heap)), 0, size, TAIL_CALLER(heap));
}

void *tarn_alloc_for(struct tarn_heap *heap, size_t size, void *caller)
{
	tell_begin(heap);
	return tell_alloc(heap, alloc(heap, size, caller), 0, size, caller);
}

/* ---- All that may serve ----------------------------------------------------------------- */

/* A block was found, but it exceeds the limit of its tag. */
static void request_over(struct request *request)
{
	if (TARN_TAGS > 0)
		request->over = true;
}

static bool is_over(const struct request *request)
{
	return TARN_TAGS > 0 && request->over;
}

/* A block of class `index`, if its pools have `blocks` to spare. */
static SLOW void *pool_serve(struct tarn_heap *heap, struct request *request, uint32_t index,
			     uint32_t blocks)
{
	tarn_port_key key = tarn_port_lock();
	struct pool *pool =
		blocks == 1 || class_spares(heap, index, blocks) ? class_pick(heap, index) : NULL;
	uint32_t number = NO_BLOCK;
	bool serves = false;

	if (pool) {
		uint32_t peak = peak_of(heap, pool);

		number = pool_take(heap, pool);
		serves = number != NO_BLOCK &&
			 taken(heap, pool_offset(pool, number), pool, request->size, peak);
		if (!serves)
			request_over(request);
	}
	tarn_port_unlock(key);
	return serves ? record_open(heap, pool_block(heap, pool, number), pool, request->size,
				    request->caller)
		      : NULL;
}

/* The run that a search found, in the window that the search left open. */
static void *run_serve(struct tarn_heap *heap, struct request *request, uint32_t offset,
		       tarn_port_key key)
{
	uint32_t peak = peak_of(heap, NULL);
	bool serves;

	run_use(heap, offset, request->length - request->granules, request->granules);
	serves = taken(heap, offset, NULL, request->size, peak);
	if (!serves)
		request_over(request);
	tell_cut(heap);
	tarn_port_unlock(key);
	return serves ? tell_low(heap, record_open(heap, at(heap, offset), NULL, request->size,
						   request->caller))
		      : NULL;
}

static SLOW void *serve(struct tarn_heap *heap, struct request *request)
{
	uint32_t index = request->index;
	uint32_t overflow = TARN_TO_COMMONS;
	void *block = NULL;
	tarn_port_key key;

	if (TARN_POOLS && index < classes_of(heap)) {
		block = pool_serve(heap, request, index, 1);
		overflow = heap->size_class[index].overflow;
	}
	if (TARN_COMMONS && !block && !is_over(request) && overflow & TARN_TO_COMMONS) {
		uint32_t offset = commons_search(heap, request, &key);

		block = offset ? run_serve(heap, request, offset, key) : NULL;
	}
	/* The nearest larger class that may spare a block serves. */
	while (TARN_POOLS && !block && !is_over(request) &&
	       overflow & (TARN_TO_LARGER | TARN_TO_LAST) && ++index < classes_of(heap))
		block = pool_serve(heap, request, index, overflow & TARN_TO_LAST ? 1 : 2);
	return block;
}

static void *serve_aligned(struct tarn_heap *heap, struct request *request, uint32_t align)
{
	uint32_t index = class_next_aligned(heap, request->index, align);
	uint32_t overflow = TARN_TO_COMMONS;
	void *block = NULL;
	tarn_port_key key;

	if (TARN_POOLS && index < classes_of(heap)) {
		block = pool_serve(heap, request, index, 1);
		overflow = heap->size_class[index].overflow;
	}
	if (TARN_COMMONS && !block && !is_over(request) && overflow & TARN_TO_COMMONS &&
	    commons_granules(heap)) {
		uint32_t offset = commons_search_aligned(heap, request, align, &key);

		block = offset ? run_serve(heap, request, offset, key) : NULL;
	}
	while (TARN_POOLS && !block && !is_over(request) &&
	       overflow & (TARN_TO_LARGER | TARN_TO_LAST) &&
	       (index = class_next_aligned(heap, index + 1, align)) < classes_of(heap))
		block = pool_serve(heap, request, index, overflow & TARN_TO_LAST ? 1 : 2);
	return block;
}

static void request_begin(const struct tarn_heap *heap, struct request *request, size_t size,
			  void *caller)
{
	request->size = size;
	request->caller = caller;
	request->granules = block_bytes(size) >> GRANULE_SHIFT;
	request->index = class_for(heap, request->granules);
	request->damaged = 0;
	request->slice = SLICE_BEGIN;
	if (TARN_TAGS > 0)
		request->over = false;
}

/* Level 3: gives back what waits for a request that was not served. Is there reason to try anew? */
static bool give_back_for(struct tarn_heap *heap, const struct request *request)
{
	if (TARN_HARDEN < 3 || is_over(request) ||
	    (request->index == classes_of(heap) && request->granules > commons_granules(heap)))
		return false;
	record_drain(heap, request->caller);
	return true;
}

SLOW void *request_try(struct tarn_heap *heap, struct request *request, size_t size, void *caller)
{
	void *block;

	request_begin(heap, request, size, caller);
	block = serve(heap, request);
	if (!block && give_back_for(heap, request))
		block = serve(heap, request);
	return block;
}

/* Ends a request: counts a refusal, and reports what was found damaged on the way. */
SLOW void *request_end(struct tarn_heap *heap, const struct request *request, void *block)
{
	if (!block)
		request_refuse(
			heap,
			request->index |
				(is_over(request) ? TARN_REFUSED_BUDGET << REFUSED_REASON : 0),
			request->size, request->caller);
	if (unlikely(request->damaged))
		fault_raise(heap, TARN_FAULT_LINK, at(heap, request->damaged), request->caller);
	return block;
}

static SLOW void *alloc_slow(struct tarn_heap *heap, size_t size, void *caller)
{
	struct request request;

	caller = CALLER_IF_NULL(caller);
	if (unlikely(!heap_made(heap)) && !tarn_port_heap_missing(heap, caller))
		return NULL;
	return request_end(heap, &request, request_try(heap, &request, size, caller));
}

/* ---- Aligned, zeroed -------------------------------------------------------------------- */

void *alloc_aligned_as(struct tarn_heap *heap, size_t align, size_t size, void *caller,
		       uint32_t what)
{
	struct request request;
	void *block = NULL;

	if (unlikely(!heap_made(heap)) && !tarn_port_heap_missing(heap, caller))
		return NULL;
	if (align == 0 || align & (align - 1)) {
		TELL(tarn_event_refused(heap, align, size, caller));
		return refusals ? refusals->heap(heap, TARN_REFUSED_ALIGNMENT << REFUSED_REASON,
						 size, caller)
				: NULL;
	}
	if (align <= GRANULE)
		return tarn_alloc_for(heap, size, caller);
	tell_begin(heap);
	request_begin(heap, &request, size, caller);
	if (size <= TARN_ARENA_MAX && align <= TARN_ARENA_MAX)
		block = serve_aligned(heap, &request, (uint32_t)align);
	if (!block && size <= TARN_ARENA_MAX && align <= TARN_ARENA_MAX &&
	    give_back_for(heap, &request))
		block = serve_aligned(heap, &request, (uint32_t)align);
	if (!block)
		request.index += refused_align(align) | what;
	return tell_alloc(heap, request_end(heap, &request, block), align, size, caller);
}

void *tarn_alloc_aligned_for(struct tarn_heap *heap, size_t align, size_t size, void *caller)
{
	uint32_t index, number;
	struct pool *pool;

	if (TARN_POOLS && align > GRANULE && likely(size < heap->map_limit) &&
	    class_aligned(heap, index = heap->map[granules_of(size)], align)) {
		tell_begin(heap);
		if (likely(pool_alloc(heap, index, size, &pool, &number))) {
			void *block = pool_block(heap, pool, number);

			return tell_alloc(heap, record_open(heap, block, pool, size, caller), align,
					  size, caller);
		}
		tell_end(heap);
	}
	return alloc_aligned_as(heap, align, size, caller, 0);
}

void *tarn_alloc_zeroed_for(struct tarn_heap *heap, size_t count, size_t size, void *caller)
{
	uint32_t high = size > UINT16_MAX || count > UINT16_MAX;
	raw32 *word;
	uint8_t *byte;
	void *block;

	/* No division, which Cortex-M0 lacks. If the leading zeros of two numbers add up to less
	 * than 32, their product is 2 GiB or more. Else it fits 32 bits. */
	if (high && size && count &&
	    (size > TARN_ARENA_MAX || count > TARN_ARENA_MAX ||
	     leading_zeros((uint32_t)size) + leading_zeros((uint32_t)count) < 32))
		size = SIZE_MAX; /* no arena holds it */
	else
		size *= count;
	if (size > INT32_MAX)
		size = SIZE_MAX;
	block = tarn_alloc_for(heap, size, caller);
	if (!block)
		return NULL;
	word = block;
	for (uint32_t left = (uint32_t)size >> 2; left; left--)
		*word++ = 0;
	/* Stops exactly at the last byte: the slack follows, which levels 2 and 3 verify. */
	byte = (uint8_t *)word;
	for (uint32_t left = (uint32_t)size & 3; left; left--)
		*byte++ = 0;
	return block;
}

void *tarn_alloc_zeroed(struct tarn_heap *heap, size_t count, size_t size)
{
	return tarn_alloc_zeroed_for(heap, count, size, CALLER);
}

void *tarn_alloc_aligned(struct tarn_heap *heap, size_t align, size_t size)
{
	return tarn_alloc_aligned_for(heap, align, size, CALLER);
}
