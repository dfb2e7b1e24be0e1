/* SPDX-License-Identifier: MIT
 * tarn_free: decides in O(1) whether the pointer is a live block's start, and gives the block
 * back. */
#include "record.h"
#include "tell.h"

static APART void commons_free(struct tarn_heap *heap, void *pointer, uint32_t offset, void *caller)
{
	uint32_t wrong = REFUSED;
	tarn_port_key key = tarn_port_lock();

	if (likely(commons_live(heap, offset))) {
		if (RECORDS) {
			record_free(heap, (struct block){.offset = offset}, key,
				    CALLER_IF_NULL(caller));
			return;
		}
		uint32_t size = tell_size(heap, NULL, offset);

		wrong = run_give(heap, offset);
		tell_freed(heap, NULL, offset, size);
	}
	tarn_port_unlock(key);
	if (UINTPTR_MAX == UINT32_MAX) /* an offset names any pointer: no need to keep it */
		pointer = at(heap, offset);
	if (unlikely(wrong))
		free_fault(heap, pointer, wrong, TAIL_PASS(caller));
}

static ALWAYS void pool_free(struct tarn_heap *heap, void *pointer, uint32_t offset, void *caller)
{
	struct pool *pool = NULL; /* for GCC 7: it sees no value if none is found */
	uint32_t number = pool_find(heap, offset, &pool);

	if (likely(number != NO_BLOCK)) {
		tarn_port_key key = tarn_port_lock();

		if (RECORDS && !pool_has(pool, number)) {
			record_free(heap, (struct block){.offset = offset, .pool = pool}, key,
				    CALLER_IF_NULL(caller));
			return;
		}
		if (likely(!RECORDS && pool_give(heap, pool, number))) {
			tell_freed(heap, pool, offset, tell_size(heap, pool, offset));
			tarn_port_unlock(key);
			return;
		}
		tarn_port_unlock(key);
	}
	free_fault(heap, pointer, REFUSED, TAIL_PASS(caller));
}

void tarn_free(struct tarn_heap *heap, void *pointer)
{
	uint32_t offset = offset_of(heap, pointer);

	if (likely(below_commons(heap, offset)))
		pool_free(heap, pointer, offset, TAIL_CALLER(heap));
	else if (TARN_COMMONS)
		commons_free(heap, pointer, offset, TAIL_CALLER(heap));
	else
		free_fault(heap, pointer, REFUSED, TAIL_CALLER(heap));
}

/* What must keep a caller cannot end in a jump. So this has none, and is smaller and slower. */
void tarn_free_for(struct tarn_heap *heap, void *pointer, void *caller)
{
	struct block block = {.offset = offset_of(heap, pointer)};
	uint32_t wrong = REFUSED;
	tarn_port_key key = tarn_port_lock();

	if (likely(find(heap, block.offset, &block.pool))) {
		if (RECORDS) {
			record_free(heap, block, key, caller);
			return;
		}
		uint32_t size = tell_size(heap, block.pool, block.offset);

		wrong = 0;
		if (block.pool)
			pool_give(heap, block.pool, pool_number(block.pool, block.offset));
		else if (TARN_COMMONS)
			wrong = commons_give(heap, block.offset);
		tell_freed(heap, block.pool, block.offset, size);
	}
	tarn_port_unlock(key);
	if (unlikely(wrong))
		free_fault(heap, pointer, wrong, caller);
}
