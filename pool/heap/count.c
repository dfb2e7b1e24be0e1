/* SPDX-License-Identifier: MIT
 * The counts of refused requests, and tarn_peak_reset. Neither changes a block. */
#include "tag.h"
#include "watch.h"

/* Counts a refused request of `size` bytes for class `index`. */
static void count_refusal(struct tarn_heap *heap, uint32_t index, size_t size)
{
	tarn_port_key key = tarn_port_lock();

	if (++tally_of(heap, index)->refused == 0)
		tally_of(heap, index)->refused_high++;
#if TARN_COUNT
	if (size > heap->counters[index].largest_refused)
		heap->counters[index].largest_refused =
			size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
#endif
	tarn_port_unlock(key);
	(void)size;
}

void *request_refuse(struct tarn_heap *heap, uint32_t what, size_t size, void *caller)
{
	if (TARN_TAGS > 0 && (what >> REFUSED_REASON & 0xff) == TARN_REFUSED_BUDGET)
		tag_refused(heap);
	else
		count_refusal(heap, what & REFUSED_CLASS, size);
	return unlikely(refusals) ? refusals->heap(heap, what, size, CALLER_IF_NULL(caller)) : NULL;
}

void tarn_peak_reset(struct tarn_heap *heap)
{
	tarn_port_key key;

	if (!heap_ready(heap))
		return;
	key = tarn_port_lock();
	heap->peak -= heap->room;
	heap->room = 0;
	watch_begin(heap);
	tarn_port_unlock(key);
	tags_peak_reset(heap);
}
