/* SPDX-License-Identifier: MIT
 * Requests: a block of the own pool, else as the class's overflow rule says.
 *
 * Each step has one lock window, and leaves by a jump to the next step. The steps, from the
 * cheapest on:
 *
 *   tarn_alloc     the freed blocks of the own pool
 *   fresh_alloc    its unused blocks
 *   commons_alloc  the first run that is sure to fit
 *   alloc_slow     everything that may serve */
#include "alloc.h"
#include "commons.h"
#include "fit.h"
#include "give.h"
#include "quarantine.h"
#include "watch.h"

/* ---- The commons ------------------------------------------------------------------------ */

static void *alloc_slow(struct tarn_heap *heap, size_t size, void *caller);
static void *alloc_refuse(struct tarn_heap *heap, size_t size, void *caller);

/* Ends the window that the caller opened, in which it took a block of a run from `bin`. */
static ALWAYS void *taken(struct tarn_heap *heap, uint32_t offset, uint32_t granules, uint32_t bin,
			  size_t size, tarn_port_key key, void *caller)
{
	bool low;
	void *block;

	count_used(heap, offset, granules);
	run_opened(heap, offset, granules);
	tag_taken(heap, offset, granules << GRANULE_SHIFT);
	count_alloc(heap, class_for(heap, granules), classes_of(heap), size);
	low = watch_took(heap, bin);
	tarn_port_unlock(key);
	block = block_open(heap, offset, size, classes_of(heap), caller);
	return watch_taken(heap, low, block);
}

/* Frees a run of `length` again, which was taken but exceeds the limit of its tag. Inside the
 * window that took it. The next call that meets a damaged neighbour reports it. */
static SLOW void run_untake(struct tarn_heap *heap, uint32_t offset, uint32_t length)
{
	run_length_set(heap, offset, length); /* an aligned search has not set it yet */
	heap->room -= length;                 /* commons_give adds it */
	commons_give(heap, offset);
}

/* Takes the first run that is sure to fit. Leaves size 0, and whatever is in the way, to
 * alloc_slow. */
static APART void *commons_alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	uint32_t granules = ((uint32_t)(size - 1 + TARN_RECORD) >> GRANULE_SHIFT) + 1;
	tarn_port_key key;
	struct fit fit;

	if (unlikely(size - 1 >= heap->limit))
		return alloc_slow(heap, size, caller);
	fit.bin = unlikely(granules >= EXACT_BINS) ? bin_of(granules) : granules;
	key = tarn_port_lock();
	if (likely(fit_find(heap, &fit, granules))) {
		if (likely(fit_take(heap, &fit))) {
			if (unlikely(!tag_charge(heap, granules << GRANULE_SHIFT, 1))) {
				run_untake(heap, fit.offset, fit.length);
				tarn_port_unlock(key);
				return alloc_slow(heap, size, caller);
			}
			if (fit.length != granules)
				run_cut(heap, fit.offset, fit.length, granules);
			FORGET(fit.offset);
			return taken(heap, fit.offset, granules, fit.bin, size, key, caller);
		}
	} else if (!fit.offset) {
		tarn_port_unlock(key);
		return alloc_refuse(heap, size, caller);
	}
	tarn_port_unlock(key);
	return alloc_slow(heap, size, caller);
}

/* ---- Pools, and all steps --------------------------------------------------------------- */

/* Takes the next block that was never used. Returns as pool_get. */
static ALWAYS uint32_t pool_carve(struct tarn_heap *heap, struct pool *pool, uint32_t index)
{
	uint32_t offset = pool_fresh(pool);

	if (offset == pool_end(pool))
		return NONE;
	if (unlikely(!tag_charge(heap, pool_bytes(heap, pool), 1)))
		return offset | OVER;
	pool->fresh += heap->size_class[index].size;
	live_flip(heap, offset);
	guard_taken(at(heap, offset), 0);
	guard_fresh(at(heap, offset), heap->size_class[index].size);
	pool_count(heap, pool, offset);
	tag_taken(heap, offset, pool_bytes(heap, pool));
	return offset;
}

/* Undoes pool_pop: the block is the last freed one again. */
static ALWAYS void pool_unpop(struct tarn_heap *heap, struct pool *pool, uint32_t offset)
{
	live_flip(heap, offset);
	pool->live++; /* pool_push subtracts it */
	pool_push(heap, pool, offset, at(heap, offset));
}

/* Takes the block that was freed last. Returns as pool_get. */
static ALWAYS uint32_t pool_again(struct tarn_heap *heap, struct pool *pool, uint32_t offset)
{
	if (unlikely(!pool_pop(heap, pool, offset)))
		return offset | DAMAGED;
	if (unlikely(!tag_charge(heap, pool_bytes(heap, pool), 1))) {
		pool_unpop(heap, pool, offset);
		return offset | OVER;
	}
	pool_count(heap, pool, offset);
	tag_taken(heap, offset, pool_bytes(heap, pool));
	return offset;
}

/* Takes a block of pool `index`, if that has `blocks` to spare, for a request of class `asked`.
 * Returns its offset, with DAMAGED or OVER in it if it could not be taken. NONE: there is none. */
static APART uint32_t pool_get(struct tarn_heap *heap, uint32_t index, uint32_t blocks,
			       uint32_t asked, size_t size)
{
	struct pool *pool = pool_of(heap, index);
	uint32_t offset = NONE;
	tarn_port_key key = tarn_port_lock();

	if (pool_spares(heap, pool, heap->size_class[index].size, blocks)) {
		offset = pool->head;
		if (!offset)
			offset = pool_carve(heap, pool, index);
		else
			offset = pool_again(heap, pool, offset);
	}
	if (offset && !(offset & NOT_TAKEN))
		count_alloc(heap, asked, index, size);
	tarn_port_unlock(key);
	return offset;
}

/* Notes that a block was found but exceeds the limit of its tag. Returns NULL. */
static ALWAYS void *request_over(struct request *request)
{
#if TARN_TAGS > 0
	request->over = true;
#endif
	(void)request;
	return NULL;
}

static ALWAYS bool is_over(const struct request *request)
{
#if TARN_TAGS > 0
	return request->over;
#endif
	(void)request;
	return false;
}

static SLOW void *pool_serve(struct tarn_heap *heap, struct request *request, uint32_t index,
			     uint32_t blocks)
{
	uint32_t offset = pool_get(heap, index, blocks, request->index, request->size);

	if (unlikely(offset & DAMAGED)) {
		request->damaged = offset - DAMAGED;
		return NULL;
	}
	if (TARN_TAGS > 0 && unlikely(offset & OVER))
		return request_over(request);
	return offset ? block_open(heap, offset, request->size, index, request->caller) : NULL;
}

/* Makes a live block of the run that a search found, in the window that the search left open. */
static SLOW void *found_alloc(struct tarn_heap *heap, struct request *request, uint32_t offset,
			      tarn_port_key key)
{
	live_flip(heap, offset);
	if (unlikely(!tag_charge(heap, request->granules << GRANULE_SHIFT, 1))) {
		run_untake(heap, offset, request->length);
		tarn_port_unlock(key);
		return request_over(request);
	}
	run_cut(heap, offset, request->length, request->granules);
	return taken(heap, offset, request->granules, watch_bin(request), request->size, key,
		     request->caller);
}

static SLOW void *serve(struct tarn_heap *heap, struct request *request)
{
	uint32_t index = request->index;
	uint32_t overflow = TARN_TO_COMMONS;
	void *block = NULL;

	if (TARN_POOLS && index < classes_of(heap)) {
		block = pool_serve(heap, request, index, 1);
		overflow = pool_of(heap, index)->fresh;
	}
	if (TARN_COMMONS && !block && !is_over(request) && overflow & TARN_TO_COMMONS) {
		tarn_port_key key;
		uint32_t offset = commons_search(heap, request, &key);

		if (offset)
			block = found_alloc(heap, request, offset, key);
	}
	/* The nearest larger class that may spare a block serves. */
	while (TARN_POOLS && !block && !is_over(request) &&
	       overflow & (TARN_TO_LARGER | TARN_TO_LAST) && ++index < classes_of(heap))
		block = pool_serve(heap, request, index, overflow & TARN_TO_LAST ? 1 : 2);
	return block;
}

static void *serve_aligned(struct tarn_heap *heap, struct request *request, uint32_t align)
{
	if (TARN_COMMONS && commons_granules(heap)) {
		tarn_port_key key;
		uint32_t offset = commons_search_aligned(heap, request, align, &key);

		return offset ? found_alloc(heap, request, offset, key) : NULL;
	}
	for (uint32_t index = request->index; index < classes_of(heap); index++)
		if (class_aligned(heap, index, align))
			return pool_serve(heap, request, index, 1);
	return NULL;
}

/* Computes the request's block and class. */
static inline void request_begin(const struct tarn_heap *heap, struct request *request, size_t size,
				 void *caller)
{
	request->size = size;
	request->caller = caller;
	request->granules = block_bytes(size) >> GRANULE_SHIFT;
	request->index = class_for(heap, request->granules);
	request->damaged = 0;
	request->slice = SLICE_BEGIN;
#if TARN_TAGS > 0
	request->over = false;
#endif
}

#if TARN_HARDEN >= 3
/* Gives the quarantine back for a request that was not served. Is there reason to try again? Yes,
 * even if the quarantine is empty: an interrupt or a task may have drained it since. No for a
 * request that no pool and not all of the commons can hold. */
static bool give_back_for(struct tarn_heap *heap, const struct request *request)
{
	if (is_over(request))
		return false;
	if (request->index == classes_of(heap) && request->granules > commons_granules(heap))
		return false;
	quarantine_drain(heap, request->caller);
	return true;
}
#endif

SLOW void *request_try(struct tarn_heap *heap, struct request *request, size_t size, void *caller)
{
	void *block;

	request_begin(heap, request, size, caller);
	block = serve(heap, request);
#if TARN_HARDEN >= 3
	if (!block && give_back_for(heap, request))
		block = serve(heap, request);
#endif
	return block;
}

/* The reason for request_refuse, if the request exceeds its tag's limit. */
static ALWAYS uint32_t over_budget(const struct request *request)
{
	return is_over(request) ? TARN_REFUSED_BUDGET << REFUSED_REASON : 0;
}

/* Ends a request: counts a refusal, and reports what was found damaged on the way. */
SLOW void *request_end(struct tarn_heap *heap, const struct request *request, void *block)
{
	if (!block)
		request_refuse(heap, request->index | over_budget(request), request->size,
			       request->caller);
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

/* The own pool and the commons have nothing. Only larger classes may serve, or what the quarantine
 * gives back. */
static SLOW void *alloc_refuse(struct tarn_heap *heap, size_t size, void *caller)
{
	uint32_t index = class_for(heap, granules_of(size));

	if (TARN_HARDEN >= 3 || (TARN_POOLS && index < classes_of(heap) &&
				 pool_of(heap, index)->fresh & (TARN_TO_LARGER | TARN_TO_LAST)))
		return alloc_slow(heap, size, caller);
	return request_refuse(heap, index, size, caller);
}

/* The own pool has no freed block: takes the next one that was never used. */
static APART void *fresh_alloc(struct tarn_heap *heap, size_t size, struct pool *pool, void *caller)
{
	uint32_t index = pool_index(heap, pool);
	uint32_t offset = pool_get(heap, index, 1, index, size);

	if (likely(offset && !(offset & NOT_TAKEN)))
		return block_open(heap, offset, size, index, caller);
	return alloc_slow(heap, size, caller);
}

/* The own pool's list is empty. `fresh` was read in the same window. */
static ALWAYS void *pool_alloc(struct tarn_heap *heap, size_t size, struct pool *pool,
			       uint32_t fresh, void *caller)
{
	if ((fresh ^ pool_end(pool)) > OVERFLOW_BITS)
		return fresh_alloc(heap, size, pool, caller);
	if (TARN_COMMONS && likely(fresh & TARN_TO_COMMONS))
		return commons_alloc(heap, size, caller);
	return alloc_refuse(heap, size, caller);
}

/* Undoes pool_pop for the block at `offset`. */
static SLOW void block_untake(struct tarn_heap *heap, uint32_t offset)
{
	pool_unpop(heap, pool_holding(heap, offset, pair_at(heap, offset)->start), offset);
}

static ALWAYS void *alloc(struct tarn_heap *heap, size_t size, void *caller)
{
	if (TARN_POOLS && likely(size < heap->map_limit)) {
		uint32_t index = heap->map[granules_of(size)];
		struct pool *pool;
		uint32_t offset;
		uint32_t fresh;
		tarn_port_key key;

		FORGET(index); /* otherwise the compiler extends the byte once more */
		pool = pool_of(heap, index);
		key = tarn_port_lock();
		offset = pool->head;
		if (likely(offset)) {
			struct node *node = pool_pop(heap, pool, offset);

			if (likely(node)) {
				if (unlikely(!tag_quick(heap, offset, pool_bytes(heap, pool)))) {
					block_untake(heap, offset);
					tarn_port_unlock(key);
					return alloc_slow(heap, size, caller);
				}
				pool_count(heap, pool, offset);
				count_alloc(heap, index, index, size);
				tarn_port_unlock(key);
				block_open(heap, offset, size, index, caller);
				return node;
			}
			tarn_port_unlock(key);
			return alloc_slow(heap, size, caller);
		}
		fresh = pool->fresh;
		tarn_port_unlock(key);
		return pool_alloc(heap, size, pool, fresh, caller);
	}
	if (TARN_COMMONS)
		return commons_alloc(heap, size, caller);
	return alloc_slow(heap, size, caller);
}

void *tarn_alloc(struct tarn_heap *heap, size_t size)
{
	void *block;

	TELL(tarn_event_begin(heap));
	block = alloc(heap, size, TAIL_CALLER);
	TELL(request_tell(heap, block, 0, size, TAIL_CALLER));
	return block;
}

void *tarn_alloc_for(struct tarn_heap *heap, size_t size, void *caller)
{
	void *block;

	TELL(tarn_event_begin(heap));
	block = alloc(heap, size, caller);
	TELL(request_tell(heap, block, 0, size, caller));
	return block;
}

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
	TELL(tarn_event_begin(heap));
	request_begin(heap, &request, size, caller);
	if (size <= TARN_ARENA_MAX && align <= TARN_ARENA_MAX) {
		block = serve_aligned(heap, &request, (uint32_t)align);
#if TARN_HARDEN >= 3
		if (!block && give_back_for(heap, &request))
			block = serve_aligned(heap, &request, (uint32_t)align);
#endif
	}
	if (!block)
		request.index += refused_align(align) | what;
	block = request_end(heap, &request, block);
	TELL(request_tell(heap, block, align, size, caller));
	return block;
}

void *tarn_alloc_aligned_for(struct tarn_heap *heap, size_t align, size_t size, void *caller)
{
	return alloc_aligned_as(heap, align, size, caller, 0);
}

void *tarn_alloc_zeroed_for(struct tarn_heap *heap, size_t count, size_t size, void *caller)
{
	uint32_t high = size > UINT16_MAX || count > UINT16_MAX;
	raw32 *word;
	uint8_t *byte;
	void *block;

	/* No division, which Cortex-M0 lacks. If the leading zeros of two numbers add up to less
	 * than 32, their product overflows, or is larger than any arena. */
	if (high && size && count &&
	    (size > TARN_ARENA_MAX || count > TARN_ARENA_MAX ||
	     leading_zeros((uint32_t)size) + leading_zeros((uint32_t)count) < 32))
		size = SIZE_MAX; /* no arena holds it */
	else
		size *= count;
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

/* ---- On whose behalf -------------------------------------------------------------------- */

void *tarn_alloc_zeroed(struct tarn_heap *heap, size_t count, size_t size)
{
	return tarn_alloc_zeroed_for(heap, count, size, CALLER);
}

void *tarn_alloc_aligned(struct tarn_heap *heap, size_t align, size_t size)
{
	return tarn_alloc_aligned_for(heap, align, size, CALLER);
}
