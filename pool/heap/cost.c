/* SPDX-License-Identifier: MIT
 * What a request would cost, and how large one may be. At level 3 both give the quarantine back
 * first, as a refusal does: so they change the heap. */
#include "block.h"
#include "record.h"

/* The bytes of the block with which pool `index` would serve a request, or, if `larger` is true, a
 * larger pool that the class's rule allows. 0: none would. */
static uint32_t pools_cost(struct tarn_heap *heap, uint32_t index, bool larger)
{
	const struct tarn_class *class = heap->size_class;
	uint32_t overflow = class[index].overflow;
	uint32_t blocks = overflow & TARN_TO_LAST ? 1 : 2;
	uint32_t i = larger ? index + 1 : index;

	if (larger && !(overflow & (TARN_TO_LARGER | TARN_TO_LAST)))
		return 0;
	for (; i < classes_of(heap); i++) {
		tarn_port_key key = tarn_port_lock();
		bool spares = class_spares(heap, i, i == index ? 1 : blocks);

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
	uint32_t index;
	uint32_t cost = 0;

	if (!heap_ready(heap) || size > TARN_ARENA_MAX)
		return 0;
	index = classes_of(heap);
#if TARN_HARDEN >= 3
	record_drain(heap, CALLER);
#endif
	if (TARN_POOLS)
		index = class_for(heap, bytes >> GRANULE_SHIFT);
	if (TARN_POOLS && index < classes_of(heap))
		cost = pools_cost(heap, index, false);
	if (TARN_COMMONS && !cost &&
	    (index == classes_of(heap) || heap->size_class[index].overflow & TARN_TO_COMMONS) &&
	    commons_has(heap, bytes >> GRANULE_SHIFT))
		cost = bytes;
	if (TARN_POOLS && !cost && index < classes_of(heap))
		cost = pools_cost(heap, index, true);
	return cost <= tag_left(heap) ? cost : 0;
}

/* The bytes of the largest block that a request of class `index` would get; 0: none. The commons'
 * longest run has `longest` bytes, and the tag may take `left`. */
static uint32_t class_largest(struct tarn_heap *heap, uint32_t index, uint32_t longest,
			      uint32_t left)
{
	const struct tarn_class *class = &heap->size_class[index];
	uint32_t below = index ? class[-1].size : 0;
	uint32_t cost = pools_cost(heap, index, false);
	uint32_t bytes = class->overflow & TARN_TO_COMMONS ? longest : 0;

	if (cost)
		return cost <= left ? cost : 0;
	if (bytes < class->size) {
		cost = pools_cost(heap, index, true);
		if (cost && cost <= left)
			return class->size;
	}
	if (bytes > class->size)
		bytes = class->size;
	if (bytes > left)
		bytes = left;
	return bytes > below ? bytes : 0;
}

size_t tarn_largest(struct tarn_heap *heap)
{
	uint32_t longest = 0;
	uint32_t left;
	uint32_t bytes;
	uint32_t index;

	if (!heap_ready(heap))
		return 0;
	index = classes_of(heap);
#if TARN_HARDEN >= 3
	record_drain(heap, CALLER);
#endif
	if (TARN_COMMONS)
		longest = commons_longest(heap) << GRANULE_SHIFT;
	left = tag_left(heap) & ~(GRANULE - 1);
	bytes = longest < left ? longest : left;
	/* Each class serves the sizes from the one below it up to its own. */
	if (index && bytes <= heap->size_class[index - 1].size)
		bytes = 0;
	while (!bytes && index-- > 0)
		bytes = class_largest(heap, index, longest, left);
	return bytes > TARN_RECORD ? bytes - TARN_RECORD : 0;
}
