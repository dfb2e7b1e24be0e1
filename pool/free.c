/* SPDX-License-Identifier: MIT
 * tarn_free: decide in O(1) whether the pointer is a live block's start, and give it back. */
#include "run.h"

static inline uint32_t release(struct tarn_heap *heap, uint32_t offset, uint32_t index)
{
#if TARN_HARDEN >= 2
	guard_erase(heap, offset, block_size(heap, offset, index));
#endif
	if (!in_pool(heap, index))
		return commons_give(heap, offset);
	live_flip(heap, offset);
	pool_push(heap, pool_of(heap, index), offset, at(heap, offset));
	return 0;
}

#if TARN_HARDEN >= 3
uint32_t block_release(struct tarn_heap *heap, uint32_t offset, uint32_t index)
{
	return release(heap, offset, index);
}
#endif

#if FAST_PATHS
#define TOLD SLOW
#else
#define TOLD static SLOW
#endif

#if FAST_PATHS || TARN_HARDEN >= 2

TOLD void free_refused(struct tarn_heap *heap, const void *block, void *caller)
{
	if (block)
		fault_raise(heap, fault_kind(heap, block), block, CALLER_IF_NULL(caller));
}

TOLD void free_damaged(struct tarn_heap *heap, uint32_t offset, void *caller)
{
	fault_raise(heap, TARN_FAULT_LINK, at(heap, offset), CALLER_IF_NULL(caller));
}

#endif

#if TARN_HARDEN < 2

/* The general path: any block, or none. */
static GENERAL void free_any(struct tarn_heap *heap, void *block, void *caller)
{
	uint32_t offset = offset_of(heap, block);
	uint32_t index;
	tarn_port_key key = tarn_port_lock();
	bool live = block_find(heap, offset, &index);

	if (live) {
		uint32_t damaged = release(heap, offset, index);

		count_free(heap, index, 0);
		block = damaged ? at(heap, damaged) : NULL;
	}
	tarn_port_unlock(key);
	if (unlikely(block)) {
		caller = CALLER_IF_NULL(caller);
		fault_raise(heap, live ? TARN_FAULT_LINK : fault_kind(heap, block), block, caller);
	}
}

#if FAST_PATHS

/* Is it a live block of the pool that its word names? Level 0 believes that it is live. */
FAST bool free_known(const struct pool *pool, uint32_t index, uint32_t classes, uint32_t offset,
		     uint32_t live)
{
	return index < classes && pool_carved(pool, offset) && (TARN_HARDEN == 0 || live);
}

void tarn_free(struct tarn_heap *heap, void *block)
{
	uintptr_t base = heap->base;
	uint32_t commons = heap->commons;
	uint32_t offset;
	uintptr_t planes;
	uint32_t classes;
	uint32_t live;
	uint32_t index;
	struct pair *pair;
	struct pool *pool;
	tarn_port_key key;

	TOGETHER(base, commons);
	offset = offset_from(base, block);
	if (!TARN_POOLS || offset > commons) {
		commons_free(heap, block, offset, tail_caller(TAIL_CALLER));
		return;
	}
	planes = heap->planes;
	classes = heap->classes;
	pair = (struct pair *)planes + (offset >> WORD_SHIFT);
	FORGET(pair);
	key = tarn_port_lock();
	live = pair->live;
	index = pair->start;
	pool = (struct pool *)planes - index;
	pool--;
	if (likely(free_known(pool, index, classes, offset, live & bit_of(offset)))) {
		pair->live = live & ~bit_of(offset);
		pool_push(heap, pool, offset, block);
		tarn_port_unlock(key);
		return;
	}
	tarn_port_unlock(key);
	free_any(heap, block, TAIL_CALLER); /* two pools meet here; or no block */
}

#else

void tarn_free(struct tarn_heap *heap, void *block)
{
	free_any(heap, block, TAIL_CALLER);
}

#endif

#else

/* A freed block leaves its pool's or the commons' count, and waits, or is reusable at once. */
static uint32_t retire(struct tarn_heap *heap, uint32_t offset, uint32_t index)
{
#if TARN_HARDEN >= 3
	return quarantine_put(heap, offset, index);
#else
	return release(heap, offset, index);
#endif
}

void tarn_free(struct tarn_heap *heap, void *block)
{
	uint32_t offset = offset_of(heap, block);
	uint32_t index = 0;
	uint32_t size = 0;
	uint32_t damaged;
	enum guard_state state = GUARD_FREED;
	tarn_port_key key = tarn_port_lock();
	uint32_t bytes = block_at(heap, offset, &index);

	if (bytes)
		state = guard_stamp(heap, offset, bytes, &size);
	tarn_port_unlock(key);
	if (unlikely(state == GUARD_FREED)) {
		free_refused(heap, block, CALLER);
		return;
	}
	if (unlikely(state == GUARD_DAMAGED || !guard_close(heap, offset, bytes, size))) {
		fault_raise(heap, TARN_FAULT_OVERRUN, block, CALLER);
		return;
	}
	/* From here on the block is ours alone: its record says so to whoever frees it again. */
	key = tarn_port_lock();
	damaged = retire(heap, offset, index);
	count_free(heap, index, size);
	tarn_port_unlock(key);
	if (unlikely(damaged))
		free_damaged(heap, damaged, CALLER);
}
#endif
