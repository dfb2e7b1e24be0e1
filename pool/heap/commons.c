/* SPDX-License-Identifier: MIT
 * The commons: runs of granules that tarn_alloc splits and tarn_free merges. Free runs lie in bins
 * by length, but for the last one (commons.h).
 *
 * Policy (good fit): a request gets a run of its own bin if one that is looked at is long enough.
 * Otherwise it gets the first run of the next bin that has one, where every run is long enough.
 * There the last run counts as the first of its bin. Only when no bin has one does search.c look at
 * the rest of the own bin. So NULL means that nothing fits, and only a heap at the edge of
 * exhaustion pays for a search. Free lists are last in, first out.
 *
 * The idea of segregated fits under a bitmap is that of TLSF (Masmano, Ripoll, Crespo, Real: "TLSF:
 * a new dynamic memory allocator for real-time systems", ECRTS 2004). */
#include "core.h"

APART void run_insert(struct tarn_heap *heap, uint32_t offset, uint32_t length)
{
	uint32_t bin = length;

	if (length >= EXACT_BINS) {
		length_set(heap, offset, length);
		bin = bin_of(length);
	}
	list_push(heap, offset, bin);
}

uint32_t run_length(const struct tarn_heap *heap, uint32_t offset)
{
	return offset == heap->last ? heap->last_length : length_after(heap, offset);
}

uint32_t run_length_before(const struct tarn_heap *heap, uint32_t offset)
{
	return offset == last_end(heap) ? heap->last_length : length_before(heap, offset);
}

APART bool list_remove(struct tarn_heap *heap, uint32_t offset)
{
	uint32_t link = node_at(heap, offset)->next;
	uint32_t back = node_at(heap, offset)->prev;
	uint32_t next = link ^ link_of(heap, offset, 0);
	uint32_t prev = back ^ link_of(heap, offset, 0);
	uint32_t bin = bin_at(prev);

	if (next && unlikely(!next_sound(heap, next, link)))
		return false;
	if (is_place(heap, prev)) {
		if (unlikely(node_at(heap, prev)->next != back))
			return false;
		node_at(heap, prev)->next = back ^ offset ^ next;
	} else {
		if (unlikely(bin >= heap->bin_end) || unlikely(*head_of(heap, bin) != offset))
			return false;
		*head_of(heap, bin) = next;
		if (!next)
			bin_flip(heap, bin);
	}
	if (next)
		node_at(heap, next)->prev = back ^ offset ^ next;
	return true;
}

SLOW uint32_t run_remove(struct tarn_heap *heap, uint32_t offset)
{
	uint32_t length = run_length(heap, offset);

	if (offset == heap->last)
		last_forget(heap);
	else if (unlikely(!list_remove(heap, offset)))
		return 0;
	return length;
}

SLOW uint32_t give_alone(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t damaged)
{
	last_set(heap, offset, length);
	return damaged;
}

void last_put(struct tarn_heap *heap)
{
	last_set(heap, 0, 0);
}

APART void live_begin_far(const struct tarn_heap *heap, uint32_t offset, uint32_t granules)
{
	length_set(heap, offset, granules);
	start_begin(heap, offset + (granules << GRANULE_SHIFT));
}

APART uint32_t run_use(struct tarn_heap *heap, uint32_t offset, uint32_t rest, uint32_t granules)
{
	live_begin(heap, offset, granules);
	if (rest)
		last_set(heap, offset + (granules << GRANULE_SHIFT), rest);
	count_used(heap, offset, granules);
	return offset;
}

uint32_t commons_give(struct tarn_heap *heap, uint32_t offset)
{
	return run_give(heap, offset);
}
