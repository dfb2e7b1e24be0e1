/* SPDX-License-Identifier: MIT
 * Counters. */
#include "heap/block.h"

static void words_zero(void *words, uint32_t bytes)
{
	for (raw32 *word = words; bytes; bytes -= sizeof(*word))
		*word++ = 0;
}

/* The pool's own numbers. */
static void pool_stats(const struct tarn_heap *heap, uint32_t index, struct tarn_class_stats *stats)
{
	const struct pool *pool = pool_of(heap, index);
	uint32_t rest;

	stats->size = heap->size_class[index].size;
	stats->capacity = pool_block(pool_end(pool) - pool->start, stats->size, &rest);
	stats->live = pool->live & LIVE_MASK;
#if TARN_HARDEN >= 3
	stats->peak = tally_of(heap, index)->peak;
#else
	stats->peak = pool_block(pool_fresh(pool) - pool->start, stats->size, &rest);
#endif
}

static void commons_stats(const struct tarn_heap *heap, struct tarn_class_stats *stats)
{
	stats->capacity = commons_granules(heap) << GRANULE_SHIFT;
	stats->peak = heap->peak << GRANULE_SHIFT;
#if TARN_COUNT
	stats->live = heap->counters[classes_of(heap)].live;
#endif
}

void tarn_class_stats(struct tarn_heap *heap, uint32_t index, struct tarn_class_stats *stats)
{
	tarn_port_key key;

	words_zero(stats, sizeof(*stats));
	if (!heap_ready(heap) || index > classes_of(heap))
		return;
	key = tarn_port_lock();
	if (TARN_POOLS && index < classes_of(heap))
		pool_stats(heap, index, stats);
	else
		commons_stats(heap, stats);
	stats->refused =
		(uint64_t)(pool_of(heap, index)->live >> 24) << 32 | tally_of(heap, index)->refused;
#if TARN_COUNT
	const struct tarn_counters *counters = &heap->counters[index];

	stats->allocations = counters->allocations;
	stats->frees = counters->frees;
	stats->overflowed_out = counters->overflowed_out;
	stats->overflowed_in = counters->overflowed_in;
	stats->requested = counters->requested;
	stats->live_requested = TARN_HARDEN >= 2 ? counters->live_requested : 0;
	stats->largest_refused = counters->largest_refused;
#endif
	tarn_port_unlock(key);
}

void tarn_heap_stats(struct tarn_heap *heap, struct tarn_heap_stats *stats)
{
	tarn_port_key key;

	words_zero(stats, sizeof(*stats));
	if (heap_ready(heap)) {
		stats->arena = heap_arena(heap);
		stats->classes = classes_of(heap);
		stats->pools = commons_of(heap) - pool_of(heap, 0)->start;
		stats->commons = commons_granules(heap) << GRANULE_SHIFT;
		stats->metadata = stats->arena - stats->pools - stats->commons;
		if (TARN_COMMONS)
			stats->longest_free = commons_longest(heap) << GRANULE_SHIFT;
	}
	key = tarn_port_lock();
	stats->commons_free = stats->commons - ((heap->peak - heap->room) << GRANULE_SHIFT);
	stats->commons_peak = heap->peak << GRANULE_SHIFT;
#if TARN_HARDEN >= 3
	stats->quarantined = heap->quarantine_blocks;
#endif
	for (uint32_t kind = 0; kind < TARN_FAULT_KINDS; kind++)
		stats->faults[kind] = heap->faults[kind];
	tarn_port_unlock(key);
}
