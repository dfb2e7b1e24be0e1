/* SPDX-License-Identifier: MIT
 * Blocks of either zone: the functions of block.h. */
#include "block.h"

uint32_t block_look(struct tarn_heap *heap, uint32_t offset, uint32_t *usable, bool *damaged)
{
	uint32_t index = 0;
	tarn_port_key key = tarn_port_lock();
	uint32_t bytes = block_at(heap, offset, &index);

	*usable = bytes ? bytes - TARN_RECORD : 0;
	*damaged = bytes && tag_read(heap, offset, bytes) > TARN_TAGS;
#if TARN_HARDEN >= 2
	if (bytes) {
		enum guard_state state = guard_state(at(heap, offset), bytes, offset, usable);

		if (state == GUARD_FREED)
			bytes = 0;
		*damaged |= state == GUARD_DAMAGED;
	}
#endif
	tarn_port_unlock(key);
	return bytes;
}

#if TARN_HARDEN >= 2

void block_opened(struct tarn_heap *heap, uint32_t offset, size_t size, uint32_t served,
		  void *caller)
{
	uint32_t bytes = in_pool(heap, served) ? heap->size_class[served].size : block_bytes(size);
	void *block = at(heap, offset);
	bool whole = guard_open(block, bytes, (uint32_t)size);
	struct record *record = guard_record(block, bytes);

	tag_write(heap, offset, bytes);

#if TARN_HARDEN >= 3
	tarn_port_key key = tarn_port_lock();

	record->sequence = ++heap->sequence;
	record->owner = (uint32_t)(uintptr_t)caller;
	tarn_port_unlock(key);
#endif
	record_close(record, (uint32_t)size, offset);
	if (unlikely(!whole))
		fault_raise(heap, TARN_FAULT_USE_AFTER_FREE, block, caller);
}

#endif
