/* SPDX-License-Identifier: MIT
 * Level 3: the quarantine. Freed blocks wait in it, and the oldest leaves first. So a use after
 * free finds the fill instead of another owner's data. The ring lies in the heap's record, where no
 * stray write to a freed block reaches it. A waiting block keeps its L bit, and does not count as
 * live. */
#include "quarantine.h"

#include "give.h"

#if TARN_HARDEN >= 3

/* Counts a waiting block in or out. It does not count as live; block_give counts it off again
 * itself. */
static void count_waiting(struct tarn_heap *heap, uint32_t index, uint32_t bytes, bool waiting)
{
	struct pool *pool = pool_of(heap, index);
	uint32_t one = waiting ? 1 : UINT32_MAX;

	heap->quarantine_blocks += one;
	heap->quarantine_bytes += bytes * one;
	tally_of(heap, index)->quarantined += one;
	if (in_pool(heap, index))
		pool->live -= one;
	else
		heap->room += (bytes >> GRANULE_SHIFT) * one;
}

/* Was a waiting block written to in its record, or where its links go? The links overwrite that
 * place now, so no check of the fill tells of it later. */
static bool written(struct node *node, uint32_t bytes, enum guard_state state)
{
	return state != GUARD_FREED || node->next != FILL_FREE ||
	       (bytes >= sizeof(*node) + TARN_RECORD && node->prev != FILL_FREE);
}

/* Makes the oldest block reusable. Inside the lock window. Returns as commons_give, or the block's
 * offset with WRITTEN in it.
 *
 * If somebody wrote an old record back, it says that the block is live, and the block is live
 * again. Its owner may then free it again, so that it waits twice. The second time, its place holds
 * no block or another owner's. */
static uint32_t quarantine_pop(struct tarn_heap *heap)
{
	uint32_t offset = heap->quarantine[heap->quarantine_first];
	uint32_t index;
	uint32_t bytes = block_at(heap, offset, &index);
	enum guard_state state;
	uint32_t damaged;
	uint32_t size;
	bool other;

	heap->quarantine_first++;
	if (heap->quarantine_first == TARN_QUARANTINE)
		heap->quarantine_first = 0;
	if (unlikely(!bytes)) {
		heap->quarantine_blocks--;
		return offset | WRITTEN;
	}
	count_waiting(heap, index, bytes, false);
	state = guard_state(at(heap, offset), bytes, offset, &size);
	if (unlikely(state == GUARD_LIVE)) {
		tag_revive(heap, offset, bytes);
		return offset | WRITTEN;
	}
	other = written(node_at(heap, offset), bytes, state);
	damaged = block_give(heap, offset, index, bytes);
	return other ? offset | WRITTEN : damaged;
}

uint32_t quarantine_put(struct tarn_heap *heap, uint32_t offset, uint32_t index, uint32_t bytes)
{
	uint32_t damaged = 0;
	uint32_t last;

	if (heap->quarantine_blocks == TARN_QUARANTINE)
		damaged = quarantine_pop(heap);
	last = heap->quarantine_first + heap->quarantine_blocks;
	if (last >= TARN_QUARANTINE)
		last -= TARN_QUARANTINE;
	heap->quarantine[last] = offset;
	count_waiting(heap, index, bytes, true);
	touch(heap, offset);
	return damaged;
}

void quarantine_drain(struct tarn_heap *heap, void *caller)
{
	for (uint32_t left = TARN_QUARANTINE; left; left--) {
		uint32_t damaged = 0;
		tarn_port_key key = tarn_port_lock();

		if (heap->quarantine_blocks == 0)
			left = 1;
		else
			damaged = quarantine_pop(heap);
		tarn_port_unlock(key);
		if (damaged)
			free_fault(heap, NULL, damaged, caller);
	}
}

#endif
