/* SPDX-License-Identifier: MIT
 * tarn_free: decide in O(1) whether the pointer is a live block's start, and give it back. */
#include "block.h"

uint32_t block_release(struct tarn_heap *heap, uint32_t offset, uint32_t index)
{
#if TARN_HARDEN >= 2
	uint32_t bytes = in_pool(heap, index) ? heap->table->class[index].size
					       : run_length(heap, offset) << GRANULE_SHIFT;

	guard_erase(heap, offset, bytes);
#endif
	if (!in_pool(heap, index))
		return commons_give(heap, offset);
	pool_give(heap, pool_of(heap, index), offset);
	return 0;
}

static __attribute__((noinline)) void refuse_pointer(struct tarn_heap *heap, const void *block,
						     void *caller)
{
	if (block)
		fault_raise(heap, fault_kind(heap, block), block, caller);
}

static __attribute__((noinline)) void damaged_neighbour(struct tarn_heap *heap, uint32_t offset,
							void *caller)
{
	fault_raise(heap, TARN_FAULT_LINK, at(heap, offset), caller);
}

#if TARN_HARDEN < 2

static inline void free_for(struct tarn_heap *heap, void *block, void *caller)
{
	tarn_port_key key = tarn_port_lock();
	uint32_t offset = offset_of(heap, block);

	if (TARN_POOLS && offset <= heap->commons) {
		struct pool *pool = pool_holding(heap, offset);

		if (likely(pool && (pair_at(heap, offset)->live & bit_of(offset)))) {
			pool_give(heap, pool, offset);
			tarn_port_unlock(key);
			count_free(heap, pool_index(heap, pool), 0);
			return;
		}
		tarn_port_unlock(key);
		refuse_pointer(heap, block, caller);
		return;
	}
	if (TARN_COMMONS && likely(commons_live(heap, offset))) {
		uint32_t damaged = commons_give(heap, offset);

		tarn_port_unlock(key);
		count_free(heap, heap->classes, 0);
		if (unlikely(damaged))
			damaged_neighbour(heap, damaged, caller);
		return;
	}
	tarn_port_unlock(key);
	refuse_pointer(heap, block, caller);
}

#else

/* A freed block leaves its pool's or the commons' count, and waits, or is reusable at once. */
static uint32_t retire(struct tarn_heap *heap, uint32_t offset, uint32_t index)
{
#if TARN_HARDEN >= 3
	return quarantine_put(heap, offset, index);
#else
	return block_release(heap, offset, index);
#endif
}

static inline void free_for(struct tarn_heap *heap, void *block, void *caller)
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
		refuse_pointer(heap, block, caller);
		return;
	}
	if (unlikely(state == GUARD_DAMAGED || !guard_close(heap, offset, bytes, size))) {
		fault_raise(heap, TARN_FAULT_OVERRUN, block, caller);
		return;
	}
	/* From here on the block is ours alone: its record says so to whoever frees it again. */
	count_free(heap, index, size);
	key = tarn_port_lock();
	damaged = retire(heap, offset, index);
	tarn_port_unlock(key);
	if (unlikely(damaged))
		damaged_neighbour(heap, damaged, caller);
}
#endif

void block_free(struct tarn_heap *heap, void *block, void *caller)
{
	free_for(heap, block, caller);
}

void tarn_free(struct tarn_heap *heap, void *block)
{
	free_for(heap, block, CALLER);
}
