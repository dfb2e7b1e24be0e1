/* SPDX-License-Identifier: MIT
 * What calls count outside their own lock windows. */
#include "heap/heap.h"

void count_refusal(struct tarn_heap *heap, uint32_t index, size_t size)
{
	tarn_port_key key = tarn_port_lock();

	refusal_count(heap, index);
#if TARN_COUNT
	if (size > heap->counters[index].largest_refused)
		heap->counters[index].largest_refused =
			size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
#endif
	tarn_port_unlock(key);
	(void)size;
}

#if TARN_COUNT

void count_resize(struct tarn_heap *heap, uint32_t served, uint32_t old_size, size_t size)
{
	tarn_port_key key = tarn_port_lock();

	heap->counters[served].live_requested += (uint64_t)size - old_size;
	tarn_port_unlock(key);
}

#endif
