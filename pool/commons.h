/* SPDX-License-Identifier: MIT
 * The commons: header-less runs, split and merged. See commons.c. */
#ifndef TARN_COMMONS_H
#define TARN_COMMONS_H

#include "heap.h"

/* Bins. Runs of up to 7 granules have a bin for each length, longer ones 4 for each octave;
 * bin 95 holds the longest of the largest arena. */
#define EXACT_BINS 8
#define BIN_WORDS  3
#define NO_BIN     (BIN_WORDS * 32)

static inline uint32_t bin_of(uint32_t granules)
{
	uint32_t shift;

	if (granules < EXACT_BINS)
		return granules;
	shift = 29 - leading_zeros(granules);
	return (shift << 2) + (granules >> shift);
}

/* The last bin of an arena. One more than its longest run could need: a request of the arena's
 * size is looked up too. */
static inline uint32_t last_bin(uint32_t arena)
{
	return bin_of(arena >> GRANULE_SHIFT) + 1;
}

/* The word that holds the offset of a bin's first run. Bin 0 has none. */
static inline uint32_t *head_of(const struct tarn_heap *heap, uint32_t bin)
{
	return (uint32_t *)heap->heads + bin;
}

/* Is `offset` the start of a live block? The planes are set below the frontier only. */
static inline bool commons_live(const struct tarn_heap *heap, uint32_t offset)
{
	const struct pair *pair;

	if (granule_of(offset) >= heap->frontier >> GRANULE_SHIFT)
		return false;
	if (!TARN_POOLS && offset == heap->commons)
		return false; /* the sentinel; with pools, the caller has looked */
	pair = pair_at(heap, offset);
	return pair->start & pair->live & bit_of(offset);
}

/* Is `offset` the start of a free run? (I4: what a link may name.) */
static inline bool commons_free(const struct tarn_heap *heap, uint32_t offset)
{
	const struct pair *pair;

	if (granule_of(offset) >= heap->frontier >> GRANULE_SHIFT || offset < heap->commons)
		return false;
	pair = pair_at(heap, offset);
	return pair->start & ~pair->live & bit_of(offset);
}

/* Make the commons one free run. */
void commons_init(struct tarn_heap *heap);

/* Take a run of `granules` that starts at a multiple of `align` and return its offset; 0 iff
 * no free run holds one. Takes the lock; raises TARN_FAULT_LINK for `caller`. */
uint32_t commons_take(struct tarn_heap *heap, uint32_t granules, void *caller);
uint32_t commons_take_aligned(struct tarn_heap *heap, uint32_t granules, uint32_t align,
			      void *caller);

/* Give a live run back. Inside the caller's lock window. Returns 0, or the offset of a free
 * neighbour whose links are damaged, and which it therefore did not merge with. */
uint32_t commons_give(struct tarn_heap *heap, uint32_t offset);

/* Cut a live run at `granules`: two live runs. Inside the caller's lock window. */
void commons_cut(struct tarn_heap *heap, uint32_t offset, uint32_t granules);

/* Let a live run of `length` grow to `granules` into its right neighbour. False iff that is not
 * free, or too short, or damaged (*damaged is then its offset). Inside the lock window. */
bool commons_grow(struct tarn_heap *heap, uint32_t offset, uint32_t length, uint32_t granules,
		  uint32_t *damaged);

/* The longest free run, in granules. Takes the lock, a slice at a time. */
uint32_t commons_longest(struct tarn_heap *heap);

/* Would commons_take succeed? Takes the lock, a slice at a time. */
bool commons_has(struct tarn_heap *heap, uint32_t granules);

#endif
