/* SPDX-License-Identifier: MIT
 * The commons: runs of granules that tarn_alloc splits and tarn_free merges. Free runs lie in bins
 * by length.
 *
 * Policy (good fit): a request gets the first run of its own bin if that is long enough. Otherwise
 * it gets the first run of the next bin that has one, where every run is long enough. Only when no
 * bin has one does search.c look at the rest of the own bin. So NULL means that nothing fits, and
 * only a heap at the edge of exhaustion pays for a search. Free lists are last in, first out.
 *
 * The idea of segregated fits under a bitmap is that of TLSF (Masmano, Ripoll, Crespo, Real: "TLSF:
 * a new dynamic memory allocator for real-time systems", ECRTS 2004). */
#include "commons.h"

APART uint32_t next_bin(const struct tarn_heap *heap, uint32_t bin)
{
	while (bin < NO_BIN) {
		uint32_t bits = heap->bins[bin >> 5] << (bin & 31);

		if (bits)
			return bin + leading_zeros(bits);
		bin = (bin | 31) + 1;
	}
	return bin;
}

APART void run_insert(struct tarn_heap *heap, uint32_t offset, uint32_t length)
{
	insert(heap, offset, length);
}

APART bool run_take(struct tarn_heap *heap, uint32_t offset)
{
	return list_remove(heap, offset);
}

APART uint32_t run_absorb(struct tarn_heap *heap, uint32_t right)
{
	struct pair *pair;

	if (unlikely(!list_remove(heap, right)))
		return 0;
	pair = pair_at(heap, right);
	pair->start ^= bit_of(right);
	return pair_length(pair, pair->start, index_of(right));
}

APART void run_cut(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules)
{
	uint32_t rest = offset + (granules << GRANULE_SHIFT);

	run_length_set(heap, offset, granules);
	if (length > granules) {
		start_flip(heap, rest);
		run_insert(heap, rest, length - granules);
	}
}
