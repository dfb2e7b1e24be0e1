/* SPDX-License-Identifier: MIT */
#include "heap/block.h"

#if TARN_HARDEN >= 2

void block_opened(struct tarn_heap *heap, uint32_t offset, size_t size, uint32_t served,
		  void *caller)
{
	uint32_t bytes = in_pool(heap, served) ? heap->size_class[served].size : block_bytes(size);
	void *block = at(heap, offset);
	bool whole = guard_open(block, bytes, (uint32_t)size);
	struct record *record = guard_record(block, bytes);

#if TARN_HARDEN >= 3
	tarn_port_key key = tarn_port_lock();

	record->sequence = ++heap->sequence;
	record->owner = (uint32_t)(uintptr_t)caller;
	tarn_port_unlock(key);
#endif
	record->size = (uint32_t)size ^ KEY_LIVE ^ offset;
	if (unlikely(!whole))
		fault_raise(heap, TARN_FAULT_USE_AFTER_FREE, block, caller);
}

#endif
