/* SPDX-License-Identifier: MIT
 * Questions about one heap: what a pointer is, what a request would cost. */
#define TARN_NOT_READ_ /* for callers: here the compiler would warn of it without -O */
#include "block.h"

bool tarn_owns(const struct tarn_heap *heap, const void *pointer)
{
	return heap_ready(heap) && heap_owns(heap, pointer);
}

/* The bytes of a live block, and those of them that are usable, if its record is whole; 0 iff `block` is not
 * one. (Of a heap never made, NULL would be looked up.) */
static uint32_t look(struct tarn_heap *heap, const void *block, uint32_t *usable, bool *damaged)
{
	uint32_t offset = offset_of(heap, block);
	uint32_t index = 0;
	uint32_t bytes = 0;
	tarn_port_key key = tarn_port_lock();

	if (block)
		bytes = block_at(heap, offset, &index);
	*usable = bytes;
	*damaged = false;
#if TARN_HARDEN >= 2
	if (bytes) {
		enum guard_state state = guard_state(heap, offset, bytes, usable);

		if (state == GUARD_FREED)
			bytes = 0;
		*damaged = state == GUARD_DAMAGED;
	}
#endif
	tarn_port_unlock(key);
	return bytes;
}

size_t tarn_usable_size(struct tarn_heap *heap, const void *block)
{
	bool damaged;
	uint32_t size;
	bool live = look(heap, block, &size, &damaged);

	if (live && !damaged)
		return size;
	if (damaged)
		fault_raise(heap, TARN_FAULT_OVERRUN, block, CALLER);
	else if (block)
		fault_raise(heap, fault_kind(heap, block), block, CALLER);
	return 0;
}

bool tarn_is_live(struct tarn_heap *heap, const void *block)
{
	bool damaged;
	uint32_t size;

	return heap_ready(heap) && look(heap, block, &size, &damaged) != 0;
}

bool tarn_is_whole(struct tarn_heap *heap, const void *block)
{
	bool damaged;
	uint32_t size;
	uint32_t bytes = heap_ready(heap) ? look(heap, block, &size, &damaged) : 0;

	if (!bytes || damaged)
		return false;
#if TARN_HARDEN >= 2
	return guard_slack_whole(heap, offset_of(heap, block), bytes, size);
#else
	return true;
#endif
}

/* Would the pool, or a larger one by the class's rule, serve? The bytes it would take. */
static uint32_t pools_cost(struct tarn_heap *heap, uint32_t index, bool larger)
{
	const struct tarn_class *class = heap->class;
	uint32_t overflow = class[index].overflow;
	uint32_t blocks = overflow & TARN_TO_LAST ? 1 : 2;
	uint32_t i = larger ? index + 1 : index;

	if (larger && !(overflow & (TARN_TO_LARGER | TARN_TO_LAST)))
		return 0;
	for (; i < classes_of(heap); i++) {
		tarn_port_key key = tarn_port_lock();
		bool spares =
			pool_spares(heap, pool_of(heap, i), class[i].size, i == index ? 1 : blocks);

		tarn_port_unlock(key);
		if (spares)
			return class[i].size;
		if (!larger)
			return 0;
	}
	return 0;
}

size_t tarn_cost(struct tarn_heap *heap, size_t size)
{
	uint32_t bytes = block_bytes(size);
	uint32_t index = classes_of(heap);
	uint32_t cost = 0;

	if (!heap_ready(heap) || size > TARN_ARENA_MAX)
		return 0;
#if TARN_HARDEN >= 3
	quarantine_drain(heap, CALLER);
#endif
	if (TARN_POOLS)
		index = class_for(heap, bytes >> GRANULE_SHIFT);
	if (TARN_POOLS && index < classes_of(heap))
		cost = pools_cost(heap, index, false);
	if (TARN_COMMONS && !cost &&
	    (index == classes_of(heap) || heap->class[index].overflow & TARN_TO_COMMONS) &&
	    commons_has(heap, bytes >> GRANULE_SHIFT))
		cost = bytes;
	if (TARN_POOLS && !cost && index < classes_of(heap))
		cost = pools_cost(heap, index, true);
	return cost;
}

size_t tarn_largest(struct tarn_heap *heap)
{
	uint32_t longest = 0;
	uint32_t bytes = 0;
	const struct tarn_class *class = heap->class;
	uint32_t index = classes_of(heap);

	if (!heap_ready(heap))
		return 0;
#if TARN_HARDEN >= 3
	quarantine_drain(heap, CALLER);
#endif
	if (TARN_COMMONS)
		longest = commons_longest(heap) << GRANULE_SHIFT;
	/* Each class serves the sizes from the one below it up to its own. */
	if (!index || longest > class[index - 1].size)
		bytes = longest;
	while (!bytes && index-- > 0) {
		uint32_t below = index ? class[index - 1].size : 0;

		if (pools_cost(heap, index, false) || pools_cost(heap, index, true))
			bytes = class[index].size;
		else if (class[index].overflow & TARN_TO_COMMONS && longest > below)
			bytes = longest < class[index].size ? longest : class[index].size;
	}
	return bytes > TARN_RECORD ? bytes - TARN_RECORD : 0;
}
