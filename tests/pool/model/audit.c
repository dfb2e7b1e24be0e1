/* SPDX-License-Identifier: MIT
 * Everything that can be compared at any time: counters, queries, contents, the walk. */
#include "oracle.h"
#include "contents.h"

void oracle_fill(const struct oracle *oracle, const struct oracle_block *block)
{
	pattern_fill(oracle->zero + (size_t)block->at * TARN_ALIGN, block->size, block->mark);
}

void oracle_check_contents(const struct oracle *oracle, const struct oracle_block *block,
			   uint32_t bytes)
{
	model_expect(
		pattern_holds(oracle->zero + (size_t)block->at * TARN_ALIGN, bytes, block->mark),
		"a block keeps its contents");
}

static void check_class(const struct oracle *oracle, uint32_t index)
{
	const struct oracle_counts *counts = &oracle->counts[index];
	bool commons = index == oracle->classes;
	struct tarn_class_stats stats;

	tarn_class_stats(oracle->heap, index, &stats);
	model_equal(stats.size, commons ? 0 : oracle->class[index].size, "class: size");
	model_equal(stats.capacity, counts->capacity, "class: capacity");
	if (!commons || TARN_COUNT)
		model_equal(stats.live, counts->live, "class: live");
	model_equal(stats.peak, commons ? oracle->used_peak : counts->peak, "class: peak");
	model_equal(stats.refused, counts->refused, "class: refused");
	if (!TARN_COUNT)
		return;
	if (TARN_HARDEN >= 2)
		model_equal(stats.live_requested, counts->live_requested, "class: live_requested");
	model_equal(stats.allocations, counts->allocations, "class: allocations");
	model_equal(stats.frees, counts->frees, "class: frees");
	model_equal(stats.overflowed_out, counts->out, "class: overflowed_out");
	model_equal(stats.overflowed_in, counts->in, "class: overflowed_in");
	model_equal(stats.requested, counts->requested, "class: requested");
	model_equal(stats.largest_refused, counts->largest_refused, "class: largest_refused");
}

/* Numbers that are sums over the classes and the commons. */
static void check_sums(const struct oracle *oracle, const struct tarn_heap_stats *stats)
{
	uint32_t commons = oracle->counts[oracle->classes].capacity;
	uint32_t longest = oracle_longest(oracle);
	uint32_t free = commons - oracle->used, least = commons - oracle->used_peak;
	uint32_t live = 0, smallest = longest, largest = longest, waiting = 0;

	for (uint32_t i = oracle->classes; i--;) {
		const struct oracle_counts *counts = &oracle->counts[i];
		uint32_t size = oracle->class[i].size;

		live += counts->live;
		free += (counts->capacity - counts->live) * size;
		least += (counts->capacity - counts->peak) * size;
		waiting += counts->held * size;
		if (counts->live == counts->capacity)
			continue;
		smallest = size;
		largest = size > largest ? size : largest;
	}
	for (uint32_t at = oracle->start[oracle->classes + 1]; at < oracle->limit; at++)
		waiting += oracle->map[at] & MAP_TAKEN ? TARN_ALIGN : 0;
	model_equal(stats->pools_live, live, "pools_live");
	model_equal(stats->free, free, "free");
	model_equal(stats->free_least, least, "free_least");
	model_equal(stats->smallest_free, smallest, "smallest_free");
	model_equal(stats->largest_free, largest, "largest_free");
	model_equal(stats->quarantined_bytes, waiting - oracle->used, "quarantined_bytes");
	free = commons - oracle->used;
	model_equal(stats->fragmentation, free ? UINT64_C(1000) * (free - longest) / free : 0,
		    "fragmentation");
}

static void check_heap(const struct oracle *oracle)
{
	uint32_t commons = oracle->counts[oracle->classes].capacity;
	struct tarn_heap_stats stats;

	tarn_heap_stats(oracle->heap, &stats);
	check_sums(oracle, &stats);
	model_equal(stats.commons, commons, "commons");
	model_equal(stats.commons_free, commons - oracle->used, "commons_free");
	model_equal(stats.commons_peak, oracle->used_peak, "commons_peak");
	model_equal(stats.longest_free, oracle_longest(oracle), "longest_free");
	model_equal(stats.quarantined, oracle->held, "quarantined");
	for (uint32_t kind = 0; kind < TARN_FAULT_KINDS; kind++)
		model_equal(stats.faults[kind], oracle->faults[kind], "faults");
}

static const struct oracle_block *block_at(const struct oracle *oracle, const void *pointer)
{
	uint32_t at = (uint32_t)((const unsigned char *)pointer - oracle->zero) / TARN_ALIGN;

	for (uint32_t i = 0; i < oracle->blocks; i++) {
		if (oracle->block[i].at == at)
			return &oracle->block[i];
	}
	return NULL;
}

static void check_walk(const struct oracle *oracle)
{
	struct tarn_block block = {.pointer = NULL};
	const void *last = NULL;
	uint32_t count = 0;

	while (tarn_walk(oracle->heap, &block)) {
		const struct oracle_block *known = block_at(oracle, block.pointer);

		model_expect(block.pointer > last, "the walk ascends");
		model_expect(known != NULL, "the walk shows live blocks only");
		model_equal(block.bytes, known->bytes, "walk: bytes");
		model_equal(block.class_index, known->place, "walk: class");
		model_equal(block.requested,
			    TARN_HARDEN >= 2 ? known->size : known->bytes - TARN_RECORD,
			    "walk: requested");
		model_equal(block.tag, known->tag, "walk: tag");
		last = block.pointer;
		count++;
	}
	model_equal(count, oracle->blocks, "walk: live blocks");
}

void oracle_audit(struct oracle *oracle)
{
	struct tarn_broken broken;

	model_equal(tarn_check(oracle->heap, &broken), 0, "tarn_check");
	for (uint32_t i = 0; i <= oracle->classes; i++)
		check_class(oracle, i);
	check_heap(oracle);
	check_walk(oracle);
	oracle_check_tags(oracle);
	oracle_told_all();
	for (uint32_t i = 0; i < oracle->blocks; i++)
		oracle_check_contents(oracle, &oracle->block[i], oracle->block[i].size);
	model_equal(model_faults, 0, "faults of an audit");
}

/* Queries about a later request assume that the quarantine is given back, as a request would do. */
void oracle_queries(struct oracle *oracle, uint32_t size)
{
	uint32_t place, cost = 0;

	if (size > (uint32_t)(oracle->end - oracle->arena))
		return;
	size_t answer = tarn_cost(oracle->heap, size);
	oracle_drain(oracle);
	place = oracle_server(oracle, size);
	if (place != NOWHERE)
		cost = place < oracle->classes ? oracle->class[place].size
					       : oracle_block_bytes(size);
	if (cost > oracle_left(oracle))
		cost = 0;
	model_equal(answer, cost, "tarn_cost");
	model_equal(tarn_largest(oracle->heap), oracle_largest(oracle), "tarn_largest");
	model_equal(model_faults, 0, "faults of a query");
}
