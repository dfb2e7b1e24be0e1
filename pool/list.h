/* SPDX-License-Identifier: MIT
 * Free runs: their bins, and the lists in them. All of it runs inside the caller's lock window.
 *
 * A list hangs on its bin's head; each run holds the next one's offset and the offset of the
 * word that names it (struct node). Links lie in free memory, where a use after free may have
 * written: none is followed before it was found sound (I4). */
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
	uint32_t granules = pool_of(heap, heap->classes)->carved;

	return granules ? granules - 1 : 0;
}

/* The last bin that has a head, for runs of up to `granules`; all exact bins have, since the fast
 * path looks there before anything else. */
static inline uint32_t last_bin(uint32_t granules)
{
	return granules < EXACT_BINS ? EXACT_BINS - 1 : bin_of(granules);
}

/* The word that holds the offset of a bin's first run. Bin 0 has none. */
FAST uint32_t *head_of(const struct tarn_heap *heap, uint32_t bin)
{
	return (uint32_t *)heap->heads + bin;
}

/* Is `offset` the start of a live block? The planes are set below the frontier only. */
static inline bool commons_live(const struct tarn_heap *heap, uint32_t offset)
{
	const struct pair *pair;

	if (granule_of(offset) >= heap->frontier >> GRANULE_SHIFT)
		return false;
	if (!TARN_POOLS && offset <= heap->commons)
		return false; /* metadata, the sentinel; with pools, the caller has looked */
	pair = pair_at(heap, offset);
	return pair->start & pair->live & bit_of(offset);
}

/* Is the word there a bin's head, rather than a run's `next`? */
FAST bool is_head(const struct tarn_heap *heap, uint32_t where)
{
	return (uintptr_t)at(heap, where) < heap->planes;
}

static inline uint32_t bin_bit(uint32_t bin)
{
	return rotate_right(TOP_BIT, bin);
}

/* The first bin from `bin` on that has a run, or NO_BIN. */
FAST uint32_t next_bin(const struct tarn_heap *heap, uint32_t bin)
{
	uint32_t word = bin >> 5;
	uint32_t bits;

	if (bin >= NO_BIN)
		return NO_BIN;
	bits = heap->bins[word] & (UINT32_MAX >> (bin & 31));
	while (bits == 0) {
		if (++word == BIN_WORDS)
			return NO_BIN;
		bits = heap->bins[word];
	}
	return (word << 5) + leading_zeros(bits);
}

/* `base` is heap->base, which the caller knows: the stores here would make it be read again. */
FAST void list_insert(struct tarn_heap *heap, uintptr_t base, uint32_t offset, uint32_t granules)
{
	struct node *node = (struct node *)(base + offset);
	uint32_t bin = granules;
	uint32_t *head;
	uint32_t next;
	uint32_t where;

	if (unlikely(granules >= EXACT_BINS)) {
		bin = bin_of(granules);
		run_length_set(heap, offset, granules);
	}
	head = head_of(heap, bin);
	next = *head;
	where = (uint32_t)((uintptr_t)head - base);
	TOGETHER(next, where);
	node->next = next;
	node->where = where;
	*head = offset;
	if (likely(next))
		((struct node *)(base + next))->where = offset;
	else
		heap->bins[bin >> 5] |= bin_bit(bin);
}

/* May a link name this place? A granule whose plane word is set, and where no live block starts.
 * (In a word that lies inside one run, L is no plane; then the link back decides.) */
FAST bool link_lands(const struct tarn_heap *heap, uint32_t link)
{
	uint32_t floor = heap->floor;
	uint32_t frontier = heap->frontier;

	TOGETHER(floor, frontier);
	return link >= floor && granule_of(link) < frontier >> GRANULE_SHIFT &&
	       !(pair_at(heap, link)->live & bit_of(link));
}

/* I4: a run's `next` is 0 or a free run whose `where` names this one ... */
FAST bool next_sound(const struct tarn_heap *heap, uint32_t offset, uint32_t next)
{
#if TARN_HARDEN >= 1
	return !next || (link_lands(heap, next) && node_at(heap, next)->where == offset);
#else
	(void)heap, (void)offset, (void)next;
	return true;
#endif
}

/* ... and its `where` names a bin's head, or a free run, that names this one. */
static inline bool where_sound(const struct tarn_heap *heap, uint32_t offset, uint32_t where)
{
#if TARN_HARDEN >= 1
	if (is_head(heap, where)) {
		uintptr_t slot = (uintptr_t)at(heap, where) - heap->heads;

		return slot - 4 < sizeof(uint32_t) * (NO_BIN - 1) && !(slot & 3) &&
		       *(raw32 *)at(heap, where) == offset;
	}
	return link_lands(heap, where) && node_at(heap, where)->next == offset;
#else
	(void)heap, (void)offset, (void)where;
	return true;
#endif
}

/* Take a bin's first run off its list, and mark it live: a link to itself then is none to a free
 * run. False, and nothing changed, iff its `next` is damaged. */
FAST bool list_pop(struct tarn_heap *heap, uint32_t *head, uint32_t bin, uint32_t offset)
{
	uint32_t next = node_at(heap, offset)->next;

	pair_at(heap, offset)->live |= bit_of(offset);
	if (likely(next)) {
		if (unlikely(!next_sound(heap, offset, next))) {
			FORGET(offset);
			pair_at(heap, offset)->live &= ~bit_of(offset);
			return false;
		}
		node_at(heap, next)->where = (uint32_t)((uintptr_t)head - heap->base);
	} else {
		heap->bins[bin >> 5] &= ~bin_bit(bin);
	}
	*head = next;
	return true;
}

#endif
