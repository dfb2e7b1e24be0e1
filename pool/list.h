/* SPDX-License-Identifier: MIT
 * Free runs: their bins, and the lists in them. All of it runs inside the caller's lock window.
 *
 * A list hangs on its bin's head; each run holds the offsets of the next one, 0 in the last, and of
 * what names it: the one before, or the head. Links lie in free memory, where a use after free may have written: none is
 * followed before it was found sound (I4). */
#ifndef TARN_LIST_H
#define TARN_LIST_H

#include "heap.h"

/* Bins. Runs of up to 7 granules have a bin for each length, longer ones 4 for each octave; the last, 63,
 * has all from 114,688 granules on (896 KiB of 8 bytes), so that two words hold the bins' bits. */
#define EXACT_BINS  8
#define EXACT_BYTES ((EXACT_BINS - 1) * GRANULE)
#define BIN_WORDS   2
#define NO_BIN      (BIN_WORDS * 32)

SHARED_FAST uint32_t bin_of(uint32_t granules);
SHARED_FAST void list_insert(struct tarn_heap *heap, uint32_t offset, uint32_t granules);
SHARED_FAST bool list_remove(struct tarn_heap *heap, uint32_t offset);

#if SHARED_HERE

SHARED_FAST uint32_t bin_of(uint32_t granules)
{
	uint32_t shift;

	if (granules < EXACT_BINS)
		return granules;
	shift = 29 - leading_zeros(granules);
	return at_most_63((shift << 2) + (granules >> shift));
}

#endif

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

/* The word that holds the offset of a bin's first run; and that word's own offset, with which the first run
 * names it. Bin 0 has none. */
FAST uint32_t *head_of(const struct tarn_heap *heap, uint32_t bin)
{
	return (uint32_t *)heap->planes + bin;
}

FAST uint32_t head_offset(const struct tarn_heap *heap, uint32_t bin)
{
	return heap->heads + (bin << 2);
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
	return sign_of(pair->start & pair->live, offset) < 0;
}

/* Its bit in its word. */
FAST uint32_t bin_bit(uint32_t bin)
{
#if defined(__ARM_ARCH_ISA_THUMB) && __ARM_ARCH_ISA_THUMB >= 2
	uint32_t bit = TOP_BIT;

	/* In C the count is masked first, which this instruction does. */
	__asm__("ror %0, %0, %1" : "+r"(bit) : "r"(bin));
	return bit;
#else
	return rotate_right(TOP_BIT, bin);
#endif
}

/* A bin gets its first run, or loses its last. */
FAST void bin_flip(struct tarn_heap *heap, uint32_t bin)
{
	heap->bins[bin >> 5] ^= bin_bit(bin);
}

/* The first one of the second word. */
FAST uint32_t bin_beyond(const struct tarn_heap *heap)
{
	uint32_t bits = heap->bins[1];

	return likely(bits) ? 32 + leading_zeros(bits) : NO_BIN;
}

/* The first bin from `bin` on that has a run; NO_BIN: none. */
FAST uint32_t next_bin(const struct tarn_heap *heap, uint32_t bin)
{
	while (bin < NO_BIN) {
		uint32_t bits = heap->bins[bin >> 5] << (bin & 31);

		if (bits)
			return bin + leading_zeros(bits);
		bin = (bin | 31) + 1;
	}
	return bin;
}

/* What a link names: a run's first word, or a bin's. Signed: the metadata has negative offsets. */
ALWAYS uint32_t *link_at(uintptr_t base, uint32_t link)
{
	return (uint32_t *)(base + (uintptr_t)(intptr_t)(int32_t)link);
}

/* What the links of free runs are held against. */
struct bounds {
	uintptr_t base;
	uint32_t heads;
	uint32_t span;
};

ALWAYS void bounds_get(const struct tarn_heap *heap, struct bounds *bounds)
{
	bounds->base = heap->base;
	bounds->heads = heap->heads;
	bounds->span = heap->span;
}

/* I4. A link names a word of the heap, and what lies there names this run back: as `prev` behind a `next`,
 * as `next` (or as a bin's head) behind a `prev`. No live block does, for its links were wiped when it was
 * taken. */
ALWAYS bool link_lands(const struct bounds *bounds, uint32_t link)
{
	return rotate_right(link - bounds->heads, 2) < bounds->span;
}

/* Not to be asked about 0, which ends a list. */
ALWAYS bool next_sound(const struct bounds *bounds, uint32_t offset, uint32_t next)
{
	return TARN_HARDEN == 0 ||
	       (link_lands(bounds, next) && ((struct node *)(bounds->base + next))->prev == offset);
}

/* Both of a free run's. (In a sound list they differ: equal ones may name the run itself.) */
ALWAYS bool links_sound(const struct bounds *bounds, uint32_t offset, uint32_t next, uint32_t prev)
{
	if (likely(next) && unlikely(next == prev || !next_sound(bounds, offset, next)))
		return false;
	return TARN_HARDEN == 0 ||
	       (link_lands(bounds, prev) && *link_at(bounds->base, prev) == offset);
}

/* `base` is heap->base, which the caller knows: the stores here would make it be read again. */
ALWAYS void list_insert_at(struct tarn_heap *heap, uintptr_t base, uint32_t offset,
			   uint32_t granules)
{
	struct node *node = (struct node *)(base + offset);
	uint32_t bin = granules;
	uint32_t prev;
	uint32_t *head;
	uint32_t next;

	if (!FOR_SPEED || granules >= EXACT_BINS) {
		run_length_set(heap, offset, granules);
		bin = bin_of(granules);
	}
	prev = head_offset(heap, bin);
	head = link_at(base, prev);
	next = *head;
	node->next = next;
	node->prev = prev;
	*head = offset;
	if (likely(next))
		((struct node *)(base + next))->prev = offset;
	else
		bin_flip(heap, bin);
}

/* Take a bin's first run off its list; `head` is what its `prev` should be. False, and nothing changed, iff
 * its `next` is damaged. */
FAST bool list_pop(struct tarn_heap *heap, uint32_t head, uint32_t bin, uint32_t offset)
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
		((struct node *)(bounds.base + next))->prev = head;
		node->next = 0;
	} else {
		bin_flip(heap, bin);
	}
	*link_at(bounds.base, head) = next;
	return true;
}

#if SHARED_HERE

SHARED_FAST void list_insert(struct tarn_heap *heap, uint32_t offset, uint32_t granules)
{
	list_insert_at(heap, heap->base, offset, granules);
}

/* Take any free run off its list. False, and nothing changed, iff its links are damaged. */
SHARED_FAST bool list_remove(struct tarn_heap *heap, uint32_t offset)
{
	struct bounds bounds;
	struct node *node;
	uint32_t next;
	uint32_t prev;

	bounds_get(heap, &bounds);
	node = (struct node *)(bounds.base + offset);
	next = node->next;
	prev = node->prev;
	if (unlikely(!links_sound(&bounds, offset, next, prev)))
		return false;
	*link_at(bounds.base, prev) = next;
	if (likely(next)) {
		((struct node *)(bounds.base + next))->prev = prev;
	} else if ((int32_t)prev < (int32_t)heap->commons) { /* a head, whose list is empty now */
		bin_flip(heap, (prev - bounds.heads) >> 2 & (NO_BIN - 1));
	}
	return true;
}

#endif
#endif
