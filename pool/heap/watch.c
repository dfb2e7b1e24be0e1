/* SPDX-License-Identifier: MIT
 * Early warning: what is not inline in watch.h. */
#include "watch.h"

#if TARN_WATCH

/* Bin 0 never has a run. So watch_look(heap, 0) always looks for the top. */
SLOW bool watch_look(struct tarn_heap *heap, uint32_t bin)
{
	uint32_t top;

	if (heap->bins[bin >> 5] & bin_bit(bin)) {
		heap->top = (uint8_t)bin;
		return false;
	}
	top = watch_top(heap);
	heap->top = (uint8_t)top;
	if (top < heap->least)
		heap->least = (uint8_t)top;
	if (bin >= heap->again)
		heap->watch |= WATCH_ARMED;
	if (heap->watch & WATCH_ARMED && top < heap->mark)
		heap->watch = WATCH_LOW;
	return heap->watch & WATCH_LOW;
}

/* Only one context clears the flag and calls the handler: this one, or one that interrupted it. */
SLOW void *watch_tell(struct tarn_heap *heap, void *block)
{
	tarn_port_key key = tarn_port_lock();
	uint32_t low = heap->watch & WATCH_LOW;
	tarn_low_handler *handler = heap->on_low;
	uint32_t mark = heap->mark;

	heap->watch &= (uint8_t)~WATCH_LOW;
	tarn_port_unlock(key);
	if (low && handler)
		handler(heap, bin_bytes(mark));
	return block;
}

/* The first bin whose runs all have `bytes`; the last bin if none has. */
static uint32_t mark_of(size_t bytes)
{
	uint32_t bin = NO_BIN - 1;

	if (bytes > bin_bytes(bin))
		return bin;
	bin = bin_of(align_up((uint32_t)bytes, GRANULE) >> GRANULE_SHIFT);
	return bin_bytes(bin) < bytes ? bin + 1 : bin;
}

/* The bin of runs twice as long as those of `mark`: 4 bins above it, but for the first few. It is
 * no bin that the heap's longest possible run is too short for, unless the mark is one. */
static uint32_t again_of(const struct tarn_heap *heap, uint32_t mark)
{
	uint32_t again = mark + (mark < 4 ? mark : 4);
	uint32_t last = bin_of(commons_granules(heap));

	if (again > last)
		again = last;
	return again > mark ? again : mark;
}

size_t tarn_on_low(struct tarn_heap *heap, size_t bytes, tarn_low_handler *handler)
{
	uint32_t mark = handler ? mark_of(bytes) : 0;
	tarn_port_key key;

	if (!heap_ready(heap))
		return 0;
	key = tarn_port_lock();
	heap->on_low = handler;
	heap->mark = (uint8_t)mark;
	heap->again = (uint8_t)again_of(heap, mark);
	heap->watch = WATCH_ARMED;
	watch_look(heap, 0);
	tarn_port_unlock(key);
	watch_end(heap);
	return bin_bytes(mark);
}

#endif
