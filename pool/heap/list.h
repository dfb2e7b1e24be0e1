/* SPDX-License-Identifier: MIT
 * Free runs: the bins by length, and a doubly linked list for each. All of it runs inside the
 * caller's lock window.
 *
 * A bin's head is a word outside the blocks. It holds the offset of the first run. Each run holds
 * two links: to the next run and to the previous one. Both ends of a link hold the same word: the
 * heap's key xor the offsets of both runs. The last run's next offset is 0. The first run's
 * previous offset is its bin's number, rotated so that it is no block's offset.
 *
 * Links lie in free memory, where a use after free may have written. So two rules hold (I4):
 *
 *   - Tarn follows a link only to a place in the heap that holds the same link, or from the first
 *     run to the head that names it.
 *   - Tarn hands out a run only if the planes say that a free run starts there (listed).
 *
 * So no stray write makes two blocks overlap, or leads out of the arena. A list may name memory
 * that is not free, but only memory that nobody has written since it was freed. */
#ifndef TARN_LIST_H
#define TARN_LIST_H

#include "heap.h"

/* Runs of up to 7 granules have a bin for each length. Longer ones have 4 bins for each octave. The
 * last bin, 63, has all from 114,688 granules on (896 KiB of 8-byte granules). So two words hold
 * the bins' bits. */
#define EXACT_BINS 8
#define BIN_WORDS  2
#define NO_BIN     (BIN_WORDS * 32)

inline uint32_t bin_of(uint32_t granules)
{
	uint32_t shift;

	if (granules < EXACT_BINS)
		return granules;
	shift = 29 - leading_zeros(granules);
	return at_most_63((shift << 2) + (granules >> shift));
}

/* The number of heads for runs of up to `granules`. Even, because the layout counts pairs of
 * words. */
static inline uint32_t bin_heads(uint32_t granules)
{
	return granules < EXACT_BINS ? EXACT_BINS : (bin_of(granules) + 2) & ~UINT32_C(1);
}

/* The bytes that each run of a bin has at least: the inverse of bin_of. */
static inline uint32_t bin_bytes(uint32_t bin)
{
	uint32_t granules = bin < 4 ? bin : (4 + (bin & 3)) << ((bin >> 2) - 1);

	return granules << GRANULE_SHIFT;
}

/* The bit of a bin in its word of heap->bins. */
ALWAYS uint32_t bin_bit(uint32_t bin)
{
	return rotate(TOP_BIT, bin);
}

/* A bin gets its first run, or loses its last one. */
ALWAYS void bin_flip(struct tarn_heap *heap, uint32_t bin)
{
	heap->bins[bin >> 5] ^= bin_bit(bin);
}

/* The first bin from `bin` on that has a run on its list; NO_BIN if none has. */
inline uint32_t next_bin(const struct tarn_heap *heap, uint32_t bin)
{
	uint32_t bits = bin < 32 ? heap->bins[0] << bin : 0;

	if (bits)
		return bin + leading_zeros(bits);
	if (bin < 32)
		bin = 32;
	bits = bin < NO_BIN ? heap->bins[1] << (bin & 31) : 0;
	return bits ? bin + leading_zeros(bits) : NO_BIN;
}

/* The highest bin that has a run on its list. False iff none has. */
static inline bool top_bin(const struct tarn_heap *heap, uint32_t *bin)
{
	for (uint32_t word = BIN_WORDS; word--;) {
		if (heap->bins[word]) {
			*bin = (word << 5) + 31 - trailing_zeros(heap->bins[word]);
			return true;
		}
	}
	return false;
}

/* The head of a bin: the offset of its first run, or 0. Bin 0 never has one. */
ALWAYS uint32_t *head_of(const struct tarn_heap *heap, uint32_t bin)
{
	return (uint32_t *)heap->heads + bin;
}

/* The link that joins two runs. `other` is 0 at the end of a list. */
ALWAYS uint32_t link_of(const struct tarn_heap *heap, uint32_t offset, uint32_t other)
{
	return heap->key ^ offset ^ other;
}

/* A bin's number in a form that is no run's offset. Offsets use bits 3 to 26; the number uses bits
 * 27 to 31 and 0. */
ALWAYS uint32_t bin_place(uint32_t bin)
{
	return rotate_right(bin, 5);
}

ALWAYS uint32_t bin_at(uint32_t place)
{
	return rotate_right(place, 27);
}

/* Is the run that starts at `offset` free? */
ALWAYS bool run_free(const struct tarn_heap *heap, uint32_t offset)
{
	return sign_of(pair_at(heap, offset)->live, offset) >= 0;
}

/* Does `offset`, which is not 0, name a place of the commons? Accepts any number. */
ALWAYS bool is_place(const struct tarn_heap *heap, uint32_t offset)
{
	return likely(granule_of(offset) < heap->end) &&
	       (!TARN_POOLS || likely(granule_of(offset) > heap->pools));
}

/* May the run that a list names be handed out? It must be free, and not the last run, which is on
 * no list. */
ALWAYS bool listed(const struct tarn_heap *heap, uint32_t offset)
{
	const struct pair *pair = pair_at(heap, offset);

	return offset != heap->last && sign_of(pair->start & ~pair->live, offset) < 0;
}

/* *next is the offset of the run after the one at `offset`, or 0. False iff the link is damaged. */
static inline bool list_next(const struct tarn_heap *heap, uint32_t offset, uint32_t *next)
{
	uint32_t link = node_at(heap, offset)->next;

	*next = link ^ link_of(heap, offset, 0);
	return !*next || (in_commons(heap, *next) && node_at(heap, *next)->prev == link);
}

/* Begins a walk at the run at `offset`, or at 0. A heap has fewer runs than granules. */
static inline void walk_begin(const struct tarn_heap *heap, struct walk *walk, uint32_t offset)
{
	walk->offset = offset;
	walk->left = heap->end;
}

/* Goes on to the next run. False, and the walk is over, iff the current run's link is damaged or
 * the list has no end. */
static inline bool walk_on(const struct tarn_heap *heap, struct walk *walk)
{
	bool sound = list_next(heap, walk->offset, &walk->offset) && --walk->left;

	if (!sound)
		walk->offset = 0;
	return sound;
}

/* Does the run at `next`, which is not 0, hold the same `link` that leads to it? */
ALWAYS bool next_sound(const struct tarn_heap *heap, uint32_t next, uint32_t link)
{
	return is_place(heap, next) && likely(node_at(heap, next)->prev == link);
}

/* Takes the first run off its bin's list. False, and nothing changed, iff its link is damaged. */
inline bool list_pop(struct tarn_heap *heap, uint32_t offset, uint32_t bin)
{
	uint32_t link = node_at(heap, offset)->next;
	uint32_t next = link ^ link_of(heap, offset, 0);

	if (next) {
		if (unlikely(!next_sound(heap, next, link)))
			return false;
		node_at(heap, next)->prev = link ^ offset ^ bin_place(bin);
	} else {
		bin_flip(heap, bin);
	}
	*head_of(heap, bin) = next;
	return true;
}

/* commons.c: takes a run off its list. False, and nothing changed, iff its links are damaged. */
bool list_remove(struct tarn_heap *heap, uint32_t offset);

/* Makes a run the first of a bin. If the present first run does not name the bin, its links are
 * damaged: the rest of the list is given up (see the rules above). Only writes to two words lead to
 * that. */
inline void list_push(struct tarn_heap *heap, uint32_t offset, uint32_t bin)
{
	uintptr_t heads = heap->heads;
	uint32_t key = heap->key;
	uintptr_t base = heap->base;
	struct node *node = (struct node *)(base + offset);
	uint32_t *head;
	uint32_t first;

	head = (uint32_t *)heads + bin;
	first = *head;
	*head = offset;
	node->prev = key ^ offset ^ bin_place(bin);
	if (first) {
		struct node *after = (struct node *)(base + first);

		if (unlikely(after->prev != (key ^ first ^ bin_place(bin))))
			first = 0;
		else
			after->prev = key ^ offset ^ first;
	} else {
		bin_flip(heap, bin);
	}
	node->next = key ^ offset ^ first;
}

#endif
