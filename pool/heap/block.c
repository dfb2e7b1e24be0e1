/* SPDX-License-Identifier: MIT
 * Blocks of either zone: the functions of block.h. */
#include "block.h"

uint32_t block_look(struct tarn_heap *heap, uint32_t offset, uint32_t *usable, bool *damaged)
{
	tarn_port_key key = tarn_port_lock();
	uint32_t bytes = block_at(heap, offset);

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
