/* SPDX-License-Identifier: MIT
 * The layer that tells: counters, the watch, events. The calls have places for it. What a build
 * does not have costs nothing.
 *
 *   tell_taken    in the window that took a block
 *   tell_cut      in the window that took a run
 *   tell_freed    in the window that gives one back
 *   tell_low      outside the lock, after a window that took a run
 *   tell_begin, tell_alloc  around a request, outside the lock; a resize ends with tell_end */
#ifndef TARN_TELL_H
#define TARN_TELL_H

#include "core.h"
#include "alloc.h"
#include "watch.h"

static ALWAYS void tell_taken(struct tarn_heap *heap, const struct pool *pool, size_t size)
{
	if (TARN_COUNT)
		count_alloc(heap, class_for(heap, block_bytes(size) >> GRANULE_SHIFT),
			    class_of(heap, pool), size);
	(void)heap, (void)pool, (void)size;
}

/* In the window that took a run. */
static ALWAYS void tell_cut(struct tarn_heap *heap)
{
	watch_fall(heap);
}

static ALWAYS void tell_freed(struct tarn_heap *heap, const struct pool *pool, uint32_t offset,
			      uint32_t size)
{
	if (TARN_COUNT)
		count_free(heap, class_of(heap, pool), TARN_HARDEN >= 2 ? size : 0);
	TELL(tarn_event_free(heap, at(heap, offset), size));
	if (!pool)
		watch_rise(heap);
	(void)offset;
}

/* After a window that took a run for `block`: calls the watch's handler if it is due. */
static ALWAYS void *tell_low(struct tarn_heap *heap, void *block)
{
	return watch_end(heap, block);
}

/* In the window that resized a block in place. */
static ALWAYS void tell_resized(struct tarn_heap *heap, const struct pool *pool, uint32_t old_size,
				size_t size)
{
	count_resize(heap, class_of(heap, pool), old_size, size);
	if (!pool) {
		watch_rise(heap);
		watch_fall(heap);
	}
}

static ALWAYS void tell_begin(struct tarn_heap *heap)
{
	TELL(tarn_event_begin(heap));
	(void)heap;
}

static ALWAYS void tell_end(struct tarn_heap *heap)
{
	TELL(tarn_event_end(heap));
	(void)heap;
}

/* A resize that is served: after its new block is told of, before the old one is freed. */
static ALWAYS void tell_served(struct tarn_heap *heap, void *old, uint32_t old_size, void *block,
			       size_t size, void *caller)
{
	TELL(tarn_event_resized(heap, old, old_size, block, size, caller));
	(void)heap, (void)old, (void)old_size, (void)block, (void)size, (void)caller;
}

/* What tell_freed needs to know of a block without a record before it is given back: the bytes that
 * its owner has. */
static ALWAYS uint32_t tell_size(const struct tarn_heap *heap, const struct pool *pool,
				 uint32_t offset)
{
	return TARN_EVENTS ? block_size(heap, offset, pool) : 0;
}

/* Ends a request. Returns `block`. */
static ALWAYS void *tell_alloc(struct tarn_heap *heap, void *block, size_t align, size_t size,
			       void *caller)
{
	TELL(request_tell(heap, block, align, size, caller));
	(void)heap, (void)align, (void)size, (void)caller;
	return block;
}

#endif
