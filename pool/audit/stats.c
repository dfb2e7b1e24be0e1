/* SPDX-License-Identifier: MIT
 * Counters. All numbers of one call are of one instant. */
#include "../heap/block.h"

static void words_zero(void *words, uint32_t bytes)
{
	for (raw32 *word = words; bytes; bytes -= (uint32_t)sizeof(*word))
		*word++ = 0;
}

/* The bytes of a pool above its peak: they were never in use. */
static uint32_t pool_spare(const struct tarn_heap *heap, uint32_t index)
{
	const struct pool *pool = pool_of(heap, index);

#if TARN_HARDEN >= 3
	return pool_end(pool) - pool->start -
	       tally_of(heap, index)->peak * heap->size_class[index].size;
#else
	return pool_end(pool) - pool_fresh(pool);
#endif
}

static void pool_stats(const struct tarn_heap *heap, uint32_t index, struct tarn_class_stats *stats)
{
	const struct pool *pool = pool_of(heap, index);
	uint32_t rest;

	stats->size = heap->size_class[index].size;
	stats->capacity = pool_block(pool_end(pool) - pool->start, stats->size, &rest);
	stats->live = pool->live & LIVE_MASK;
	stats->peak = stats->capacity - pool_block(pool_spare(heap, index), stats->size, &rest);
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

/* Adds a pool to the sums. Pools come in ascending order of block size. */
static void pool_add(const struct tarn_heap *heap, uint32_t index, struct tarn_heap_stats *stats)
{
	const struct pool *pool = pool_of(heap, index);
	uint32_t size = heap->size_class[index].size;
	uint32_t live = pool->live & LIVE_MASK;
	uint32_t free = pool_end(pool) - pool->start - live * size;

	stats->pools_live += live;
	stats->free += free;
	stats->free_least += pool_spare(heap, index);
	if (!free)
		return;
	if (!stats->smallest_free)
		stats->smallest_free = size;
	stats->largest_free = size;
}

/* Adds the next few pools, and looks at the next few runs, in one lock window. Begins again when
 * the heap was touched since the last slice. True: all pools are added, and the longest run is
 * known. */
static bool sums_slice(struct tarn_heap *heap, struct longest *longest, uint32_t *index,
		       struct tarn_heap_stats *stats)
{
	if (heap->touched != TOKEN(longest)) {
		*index = 0;
		stats->pools_live = stats->free = stats->free_least = 0;
		stats->smallest_free = stats->largest_free = 0;
	}
	if (!longest_slice(heap, longest))
		return false;
	for (uint32_t left = longest->slice; left && *index < classes_of(heap); left--)
		pool_add(heap, (*index)++, stats);
	return *index == classes_of(heap);
}

static uint32_t times_ten(uint32_t value) /* not every core can multiply or divide */
{
	return (value << 3) + (value << 1);
}

/* The share of `all` bytes that is not in the longest run, per mille: three digits of a
 * quotient. */
static uint32_t fragmentation_of(uint32_t all, uint32_t longest)
{
	uint32_t rest = all - longest;
	uint32_t share = 0;

	for (uint32_t digits = 3; all && digits; digits--) {
		share = times_ten(share);
		for (rest = times_ten(rest); rest >= all; rest -= all)
			share++;
	}
	return share;
}

static void commons_add(const struct tarn_heap *heap, struct tarn_heap_stats *stats)
{
	stats->commons_peak = heap->peak << GRANULE_SHIFT;
	stats->commons_free = stats->commons - ((heap->peak - heap->room) << GRANULE_SHIFT);
#if TARN_WATCH
	stats->longest_least = bin_bytes(heap->least);
#endif
	stats->free += stats->commons_free;
	stats->free_least += stats->commons - stats->commons_peak;
	if (stats->longest_free > stats->largest_free)
		stats->largest_free = stats->longest_free;
	if (!stats->smallest_free)
		stats->smallest_free = stats->longest_free;
}

void tarn_heap_stats(struct tarn_heap *heap, struct tarn_heap_stats *stats)
{
	struct longest longest;
	uint32_t index = 0;
	tarn_port_key key;

	longest_begin(&longest);
	words_zero(stats, sizeof(*stats));
	if (!heap_ready(heap))
		return;
	stats->arena = heap_arena(heap);
	stats->classes = classes_of(heap);
	stats->pools = commons_of(heap) - pool_of(heap, 0)->start;
	stats->commons = commons_granules(heap) << GRANULE_SHIFT;
	stats->metadata = stats->arena - stats->pools - stats->commons;
	while (key = tarn_port_lock(), !sums_slice(heap, &longest, &index, stats))
		tarn_port_unlock(key);
	stats->longest_free = longest.length << GRANULE_SHIFT;
	commons_add(heap, stats);
#if TARN_HARDEN >= 3
	stats->quarantined = heap->quarantine_blocks;
	stats->quarantined_bytes = heap->quarantine_bytes;
#endif
	for (uint32_t kind = 0; kind < TARN_FAULT_KINDS; kind++)
		stats->faults[kind] = heap->faults[kind];
	tarn_port_unlock(key);
	stats->fragmentation = fragmentation_of(stats->commons_free, stats->longest_free);
}
