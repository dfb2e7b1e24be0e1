/* SPDX-License-Identifier: MIT
 * tarn_free: decide in O(1) whether the pointer is a live block's start, and give it back. */
#include "heap/give.h"
#include "heap/quarantine.h"

#if TARN_HARDEN >= 2

/* The block is marked as freed, then filled outside the lock. From there on it is ours alone: its
 * record says so to whoever frees it again. It leaves its pool's or the commons' count, and waits,
 * or is reusable at once. */
static void block_retire(struct tarn_heap *heap, uint32_t offset, uint32_t index, tarn_port_key key,
			 void *caller)
{
	uint32_t bytes = block_size(heap, offset, index);
	uint32_t size;
	uint32_t damaged;
	enum guard_state state = guard_stamp(at(heap, offset), bytes, offset, &size);

	tarn_port_unlock(key);
	if (unlikely(state == GUARD_FREED)) {
		free_fault(heap, at(heap, offset), REFUSED, caller);
		return;
	}
	if (unlikely(state == GUARD_DAMAGED ||
		     !guard_close(at(heap, offset), bytes, offset, size))) {
		fault_raise(heap, TARN_FAULT_OVERRUN, at(heap, offset), caller);
		return;
	}
	key = tarn_port_lock();
	damaged = TARN_HARDEN >= 3 ? quarantine_put(heap, offset, index, bytes)
				   : block_give(heap, offset, index, bytes);
	count_free(heap, index, size);
	tarn_port_unlock(key);
	if (unlikely(damaged))
		free_fault(heap, NULL, damaged, caller);
}

#endif

static APART void commons_free(struct tarn_heap *heap, void *block, uint32_t offset, void *caller)
{
	struct pair *pair = pair_at(heap, offset);
	uint32_t damaged = REFUSED;
	tarn_port_key key = tarn_port_lock();

	/* The sentinel before the first run looks live. */
	if (likely(granule_of(offset) < heap->end) && likely(granule_of(offset) != heap->pools)) {
		uint32_t live;
		uint32_t start;

		FORGET(pair);
		live = pair->live;
		start = pair->start;
		TOGETHER(live, start);
		if (likely(sign_of(live & start, offset) < 0)) {
#if TARN_HARDEN >= 2
			block_retire(heap, offset, classes_of(heap), key, CALLER_IF_NULL(caller));
			return;
#endif
			damaged = give(heap, offset, pair, live, start);
			count_free(heap, classes_of(heap), 0);
		}
	}
	tarn_port_unlock(key);
	if (UINTPTR_MAX == UINT32_MAX) /* where an offset names any pointer, `block` is not kept */
		block = at(heap, offset);
	if (unlikely(damaged))
		free_fault(heap, block, damaged, TAIL_PASS(caller));
}

/* Level 0 believes that the block is live. */
void tarn_free(struct tarn_heap *heap, void *block)
{
	uintptr_t base = heap->base;
	uint32_t pools = heap->pools;
	uint32_t offset;

	TOGETHER(base, pools);
	offset = offset_from(base, block);
	if (!TARN_POOLS) {
		commons_free(heap, block, offset, TAIL_CALLER);
		return;
	}
	if (likely(TARN_POOLS && granule_of(offset) < pools)) {
		uintptr_t planes = heap->planes;
		struct pair *pair = (struct pair *)planes + (offset >> WORD_SHIFT);
		tarn_port_key key = tarn_port_lock();
		uint32_t bit = bit_of(offset);
		uint32_t live;
		uint32_t index;

		FORGET(pair);
		live = pair->live;
		index = pair->start;
		if (likely(!TARN_HARDEN || live & bit)) {
			struct pool *pool = (struct pool *)planes - index;

			if (unlikely(index & TWO_POOLS))
				pool = pool_holding(heap, offset, index);
#if TARN_HARDEN >= 2
			block_retire(heap, offset, pool_index(heap, pool), key, CALLER);
			return;
#endif
			pair->live = live & ~bit;
			pool_push(heap, pool, offset, block);
			count_free(heap, pool_index(heap, pool), 0);
			tarn_port_unlock(key);
			return;
		}
		tarn_port_unlock(key);
	} else if (TARN_COMMONS) {
		commons_free(heap, block, offset, TAIL_CALLER);
		return;
	}
	free_fault(heap, block, REFUSED, TAIL_CALLER);
}
