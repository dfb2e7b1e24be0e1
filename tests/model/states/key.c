/* SPDX-License-Identifier: MIT */
#include "states.h"

#include "heap/list.h"

static uint64_t key;

static void mix(uint32_t word)
{
	key = (key ^ word) * UINT64_C(0x9e3779b97f4a7c15);
	key ^= key >> 29;
}

static void mix_pool(uint32_t index)
{
	const struct pool *pool = pool_of(&now.heap, index);
	uint32_t size = world->class[index].size;

	mix(pool->head);
	mix(pool_fresh(pool));
	mix(pool->live & LIVE_MASK);
	for (uint32_t offset = pool->start; offset < pool_fresh(pool); offset += size) {
		if (pair_at(&now.heap, offset)->live & bit_of(offset))
			mix(UINT32_MAX);
		else
			mix(node_at(&now.heap, offset)->next);
	}
}

/* The planes of the commons. In words without a start, L holds the run's length in the run's first
 * and last word, and rubbish between them. */
static void mix_planes(void)
{
	const struct pair *end = pair_at(&now.heap, heap_end(&now.heap)) + 1;

	for (const struct pair *pair = pair_at(&now.heap, commons_of(&now.heap)); pair < end;
	     pair++) {
		mix(pair->start);
		if (pair->start || pair[-1].start || (pair + 1 < end && pair[1].start))
			mix(pair->live);
	}
}

static void mix_commons(void)
{
	const struct tarn_heap *heap = &now.heap;
	uint32_t offset = commons_first(heap);

	mix(heap->peak - heap->room);
	for (uint32_t i = 0; i < BIN_WORDS; i++) {
		mix(heap->bins[i]);
		for (uint32_t bits = heap->bins[i]; bits;
		     bits &= UINT32_MAX >> leading_zeros(bits) >> 1)
			mix(*head_of(heap, 32 * i + leading_zeros(bits)));
	}
	mix_planes();
	while (offset < heap_end(heap)) {
		if (run_free(heap, offset)) {
			mix(node_at(heap, offset)->next);
			mix(node_at(heap, offset)->prev);
		}
		offset += run_length(heap, offset) << GRANULE_SHIFT;
	}
}

uint64_t state_key(void)
{
	key = 0;
	for (uint32_t index = 0; index < world->classes; index++)
		mix_pool(index);
	if (commons_granules(&now.heap))
		mix_commons();
	for (uint32_t i = 0; i < arena_bytes / TARN_ALIGN; i += 4) {
		uint32_t word;

		__builtin_memcpy(&word, &now.length[i], sizeof(word));
		mix(word);
	}
	return key ? key : 1;
}
