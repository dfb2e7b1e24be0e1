/* SPDX-License-Identifier: MIT
 * The parts of give.h that are functions of their own. */
#include "give.h"

SLOW uint32_t give_alone(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t left)
{
	run_insert(heap, offset, length);
	return left ? left : offset + (length << GRANULE_SHIFT);
}

uint32_t commons_give(struct tarn_heap *heap, uint32_t offset)
{
	struct pair *pair = pair_at(heap, offset);

	return give(heap, offset, pair, pair->live, pair->start, false);
}

#if TARN_HARDEN >= 2

uint32_t block_give(struct tarn_heap *heap, uint32_t offset, uint32_t index, uint32_t bytes)
{
	guard_erase(at(heap, offset), bytes);
	if (!in_pool(heap, index))
		return commons_give(heap, offset);
	live_flip(heap, offset);
	pool_push(heap, pool_of(heap, index), offset, at(heap, offset));
	return 0;
}

#endif
