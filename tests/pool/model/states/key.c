/* SPDX-License-Identifier: MIT */
#include "states.h"

#include "heap/class.h"
#include "heap/commons.h"

static uint64_t key;

static void mix(uint32_t word)
{
	key = (key ^ word) * UINT64_C(0x9e3779b97f4a7c15);
	key ^= key >> 29;
}

static void mix_pool(uint32_t index)
{
	const struct pool *pool = pool_of(&now.heap, index);

	mix(pool->carved);
	mix(pool->some);
	for (uint32_t number = 0; number < pool->carved; number += 32)
		mix(*pool_bits(pool, number));
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
	mix(heap->last);
	mix(heap->last_length);
	for (uint32_t i = 0; i < BIN_WORDS; i++) {
		mix(heap->bins[i]);
		for (uint32_t bits = heap->bins[i]; bits;
		     bits &= UINT32_MAX >> leading_zeros(bits) >> 1)
			mix(*head_of(heap, 32 * i + leading_zeros(bits)));
	}
	mix_planes();
	while (offset < heap_end(heap)) {
		if (run_free(heap, offset) && offset != heap->last) {
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
