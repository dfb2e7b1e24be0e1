/* SPDX-License-Identifier: MIT
 * Counters. All numbers of one call are of one instant. */
#include "../heap/block.h"

static void words_zero(void *words, uint32_t bytes)
{
	for (raw32 *word = words; bytes; bytes -= (uint32_t)sizeof(*word))
		*word++ = 0;
}

/* ---- The live blocks of a class ---------------------------------------------------------- */

/* Nothing counts them: they are the carved ones without those that the bits call free. A count
 * takes a few words of the bits in each lock window. */
struct count {
	const struct pool *pool; /* of the class that is counted */
	uint32_t some;           /* its words that are left: as pool->some */
	uint32_t free;
	uint32_t carved;
	uint32_t blocks;
};

static void count_pool(struct count *count, const struct pool *pool)
{
	count->pool = pool;
	count->some = TARN_HARDEN >= 3 ? 0 : pool->some & ~UNLISTED;
	count->carved += pool->carved;
	count->blocks += pool->blocks;
}

/* Begins at the first pool of a class, or at the commons' record, which ends the pools. */
static void count_begin(const struct tarn_heap *heap, struct count *count, const struct pool *pool)
{
	count->pool = pool;
	count->free = count->carved = count->blocks = 0;
	if (pool != pool_of(heap, pools_of(heap)))
		count_pool(count, pool);
}

static uint32_t ones(uint32_t word)
{
	word -= word >> 1 & 0x55555555;
	word = (word & 0x33333333) + (word >> 2 & 0x33333333);
	word = (word + (word >> 4)) & 0x0f0f0f0f;
	word += word >> 8;
	return (word + (word >> 16)) & 63;
}

/* Counts one word, or goes on to the next pool of the class. False: none is left. */
static bool count_on(struct count *count)
{
	const struct pool *pool = count->pool;
	/* count_begin() sets it. NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign) */
	uint32_t some = count->some;

	if (some) {
		count->free += ones(pool_bits(pool, 0)[trailing_zeros(some)]);
		count->some = some & (some - 1);
		return true;
	}
	if (pool[1].class_index != pool->class_index)
		return false;
	count_pool(count, pool + 1);
	return true;
}

static uint32_t class_live(const struct tarn_heap *heap, uint32_t index, const struct count *count)
{
#if TARN_HARDEN >= 3
	(void)count;
	return tally_of(heap, index)->live;
#else
	(void)heap, (void)index;
	return count->carved - count->free;
#endif
}

/* The most blocks of a class that were ever live at once. */
static uint32_t class_peak(const struct tarn_heap *heap, uint32_t index, const struct count *count)
{
#if TARN_HARDEN >= 3
	(void)count;
	return tally_of(heap, index)->peak;
#else
	(void)heap, (void)index;
	return count->carved;
#endif
}

/* Counts a slice of a class, from its first pool on, in the lock window. Begins again when the heap
 * was touched since the last slice. True: the count is done. */
static bool count_slice(struct tarn_heap *heap, const struct pool *pool, struct count *count,
			uint32_t *slice)
{
	if (heap->touched != TOKEN(count) || *slice == SLICE_BEGIN) {
		*slice = slice_more(*slice);
		count_begin(heap, count, pool);
		heap->touched = TOKEN(count);
	}
	for (uint32_t left = *slice; left; left--)
		if (!count_on(count))
			return true;
	return false;
}

/* ---- One class --------------------------------------------------------------------------- */

/* Opens the window that it leaves open, in which *stats and the rest are of one instant. */
static tarn_port_key pool_stats(struct tarn_heap *heap, uint32_t index,
				struct tarn_class_stats *stats)
{
	const struct pool *pool = class_first(heap, index);
	uint32_t slice = SLICE_BEGIN;
	struct count count;
	tarn_port_key key;

	while (key = tarn_port_lock(), !count_slice(heap, pool, &count, &slice))
		tarn_port_unlock(key);
	stats->size = pool->size;
	stats->capacity = count.blocks;
	stats->live = class_live(heap, index, &count);
	stats->peak = class_peak(heap, index, &count);
	return key;
}

static tarn_port_key commons_stats(const struct tarn_heap *heap, struct tarn_class_stats *stats)
{
	tarn_port_key key = tarn_port_lock();

	stats->capacity = commons_granules(heap) << GRANULE_SHIFT;
	stats->peak = heap->peak << GRANULE_SHIFT;
#if TARN_COUNT
	stats->live = heap->counters[classes_of(heap)].live;
#endif
	return key;
}

void tarn_class_stats(struct tarn_heap *heap, uint32_t index, struct tarn_class_stats *stats)
{
	tarn_port_key key;

	if (!stats)
		return;
	words_zero(stats, sizeof(*stats));
	if (!heap_ready(heap) || index > classes_of(heap))
		return;
	key = TARN_POOLS && index < classes_of(heap) ? pool_stats(heap, index, stats)
						     : commons_stats(heap, stats);
	stats->refused = (uint64_t)tally_of(heap, index)->refused_high << 32 |
			 tally_of(heap, index)->refused;
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

/* ---- The heap ---------------------------------------------------------------------------- */

/* Adds a class to the sums. They come in ascending order of block size. */
static void class_add(const struct tarn_heap *heap, const struct count *count,
		      struct tarn_heap_stats *stats)
{
	uint32_t index = count->pool->class_index;
	uint32_t size = count->pool->size;
	uint32_t live = class_live(heap, index, count);
	uint32_t free = (count->blocks - live) * size;

	stats->pools_live += live;
	stats->free += free;
	stats->free_least += (count->blocks - class_peak(heap, index, count)) * size;
	if (!free)
		return;
	if (!stats->smallest_free)
		stats->smallest_free = size;
	stats->largest_free = size;
}

/* How far the sums are: which class is counted. */
struct sums {
	struct longest longest;
	struct count count;
};

/* Looks at the next few runs, or else at the next few words of the pools' bits, in one lock window.
 * Begins again when the heap was touched since the last slice. True: all pools are added, and the
 * longest run is known. */
static bool sums_slice(struct tarn_heap *heap, struct sums *sums, struct tarn_heap_stats *stats)
{
	if (heap->touched != TOKEN(&sums->longest) || sums->longest.slice == SLICE_BEGIN) {
		count_begin(heap, &sums->count, pool_of(heap, 0));
		stats->pools_live = stats->free = stats->free_least = 0;
		stats->smallest_free = stats->largest_free = 0;
	}
	if (!longest_slice(heap, &sums->longest))
		return false;
	for (uint32_t left = sums->longest.slice; sums->count.pool != pool_of(heap, pools_of(heap));
	     left--) {
		if (!left)
			return false;
		if (count_on(&sums->count))
			continue;
		class_add(heap, &sums->count, stats);
		count_begin(heap, &sums->count, sums->count.pool + 1);
	}
	return true;
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
	struct sums sums;
	tarn_port_key key;

	longest_begin(&sums.longest);
	if (!stats)
		return;
	words_zero(stats, sizeof(*stats));
	if (!heap_ready(heap))
		return;
	stats->arena = heap_arena(heap);
	stats->classes = classes_of(heap);
	stats->pools = commons_of(heap) - pool_of(heap, 0)->start;
	stats->commons = commons_granules(heap) << GRANULE_SHIFT;
	stats->metadata = stats->arena - stats->pools - stats->commons;
	while (key = tarn_port_lock(), !sums_slice(heap, &sums, stats))
		tarn_port_unlock(key);
	stats->longest_free = sums.longest.length << GRANULE_SHIFT;
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
