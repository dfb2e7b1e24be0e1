/* SPDX-License-Identifier: MIT
 * Free runs: their bins, and the lists in them. All of it runs inside the caller's lock window.
 *
 * A list hangs on its bin's head; each run holds the next one's offset and the previous one's, 0
 * in the first. Links lie in free memory, where a use after free may have written: none is
 * followed before it was found sound (I4). */
#ifndef TARN_LIST_H
#define TARN_LIST_H

#include "heap.h"

/* Bins. Runs of up to 7 granules have a bin for each length, longer ones 4 for each octave;
 * bin 95 holds the longest of the largest arena. */
#define EXACT_BINS  8
#define EXACT_BYTES ((EXACT_BINS - 1) * GRANULE)
#define BIN_WORDS   3
#define NO_BIN      (BIN_WORDS * 32)

FAST uint32_t bin_of(uint32_t granules)
{
	uint32_t shift;

	if (granules < EXACT_BINS)
		return granules;
	shift = 29 - leading_zeros(granules);
	return (shift << 2) + (granules >> shift);
}

/* The granules of the longest run that the commons can hold: all but the sentinel. */
static inline uint32_t commons_room(const struct tarn_heap *heap)
{
	uint32_t granules = (heap_end(heap) - heap->commons) >> GRANULE_SHIFT;

	return granules ? granules - 1 : 0;
}

/* How many heads there are, for runs of up to `granules`; one for each exact bin in any case, since
 * the fast path looks there before anything else. Even: the planes behind start at a pair. */
static inline uint32_t bin_heads(uint32_t granules)
{
	return granules < EXACT_BINS ? EXACT_BINS : (bin_of(granules) + 2) & ~UINT32_C(1);
}

/* The word that holds the offset of a bin's first run. Bin 0 has none. */
FAST uint32_t *head_of(const struct tarn_heap *heap, uint32_t bin)
{
	return (uint32_t *)heap->planes + bin;
}

/* Is `offset` the start of a live block? The planes are set below the frontier only. */
static inline bool commons_live(const struct tarn_heap *heap, uint32_t offset)
{
	const struct pair *pair;

	if (granule_of(offset - heap->commons) >= heap->frontier)
		return false;
	if (!TARN_POOLS && offset == heap->commons)
		return false; /* the sentinel; with pools, the caller has looked */
	pair = pair_at(heap, offset);
	return pair->start & pair->live & bit_of(offset);
}

static inline uint32_t bin_bit(uint32_t bin)
{
	return rotate_right(TOP_BIT, bin);
}

/* A bin gets its first run, or loses its last. */
FAST void bin_flip(struct tarn_heap *heap, uint32_t bin)
{
	heap->bins[bin >> 5] ^= bin_bit(bin);
}

/* The first bin from `bin` on that has a run; NO_BIN or more: none. The bits behind the last bin's
 * are all set, and end the search. */
FAST uint32_t next_bin(const struct tarn_heap *heap, uint32_t bin)
{
	uint32_t word = bin >> 5;
	uint32_t bits = heap->bins[word] & (UINT32_MAX >> (bin & 31));

	while (bits == 0)
		bits = heap->bins[++word];
	return (word << 5) + leading_zeros(bits);
}

/* `base` is heap->base, which the caller knows: the stores here would make it be read again. */
FAST void list_insert(struct tarn_heap *heap, uintptr_t base, uint32_t offset, uint32_t granules)
{
	struct node *node = (struct node *)(base + offset);
	uint32_t bin = granules;
	uint32_t *head;
	uint32_t next;

	if (granules >= EXACT_BINS) {
		bin = bin_of(granules);
		run_length_set(heap, offset, granules);
	}
	head = head_of(heap, bin);
	next = *head;
	node->next = next;
	node->prev = 0;
	*head = offset;
	if (likely(next))
		((struct node *)(base + next))->prev = offset;
	else
		bin_flip(heap, bin);
}

/* What the links of free runs are held against. */
struct bounds {
	uintptr_t base;
	uint32_t commons;
	uint32_t frontier;
};

ALWAYS void bounds_get(const struct tarn_heap *heap, struct bounds *bounds)
{
	bounds->base = heap->base;
	bounds->commons = heap->commons;
	bounds->frontier = heap->frontier;
}

/* I4. A link names a granule below the frontier, and what lies there names this run back: as
 * `prev` behind a `next`, as `next` behind a `prev`. No live block does, for its links were wiped
 * when it was taken. */
ALWAYS bool link_lands(const struct bounds *bounds, uint32_t link)
{
	return granule_of(link - bounds->commons) < bounds->frontier;
}

/* Not to be asked about 0, which ends a list. */
ALWAYS bool next_sound(const struct bounds *bounds, uint32_t offset, uint32_t next)
{
	return TARN_HARDEN == 0 ||
	       (link_lands(bounds, next) && ((struct node *)(bounds->base + next))->prev == offset);
}

/* Take a bin's first run, which has no `prev`, off its list. False, and nothing changed, iff its
 * `next` is damaged. */
FAST bool list_pop(struct tarn_heap *heap, uint32_t *head, uint32_t bin, uint32_t offset)
{
	struct bounds bounds;
	struct node *node;
	uint32_t next;

	bounds_get(heap, &bounds);
	node = (struct node *)(bounds.base + offset);
	next = node->next;
	if (likely(next)) {
		if (unlikely(!next_sound(&bounds, offset, next)))
			return false;
		((struct node *)(bounds.base + next))->prev = 0;
		node->next = 0;
	} else {
		bin_flip(heap, bin);
	}
	*head = next;
	return true;
}

/* Take any free run of `granules` off its list. False, and nothing changed, iff its links are
 * damaged. (In a sound list they differ: equal ones may name the run itself.) */
FAST bool list_remove(struct tarn_heap *heap, uint32_t offset, uint32_t granules)
{
	struct bounds bounds;
	struct node *node;
	uint32_t bin = 0;
	uint32_t *back;
	uint32_t next;
	uint32_t prev;

	bounds_get(heap, &bounds);
	node = (struct node *)(bounds.base + offset);
	next = node->next;
	prev = node->prev;
	if (likely(next) && unlikely(next == prev || !next_sound(&bounds, offset, next)))
		return false;
	if (prev) {
		if (TARN_HARDEN >= 1 && unlikely(!link_lands(&bounds, prev)))
			return false;
		back = &((struct node *)(bounds.base + prev))->next;
	} else {
		bin = bin_of(granules);
		back = head_of(heap, bin);
	}
	if ((TARN_HARDEN >= 1 || !prev) && unlikely(*back != offset))
		return false;
	*back = next;
	if (likely(next))
		((struct node *)(bounds.base + next))->prev = prev;
	else if (!prev)
		bin_flip(heap, bin);
	return true;
}

#endif
