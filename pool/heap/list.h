/* SPDX-License-Identifier: MIT
 * Free runs: their bins, and the lists in them. All of it runs inside the caller's lock window.
 *
 * A list hangs on its bin's head, a word outside the blocks that holds the offset of the first
 * run. Each run holds two links, to the next run and to the one before. Both ends of a link hold
 * the same word: the heap's key xor the offsets of both runs. The last run's next one is 0. The
 * one before the first is its bin's number, rotated so that it is no block's offset.
 *
 * Links lie in free memory, where a use after free may have written. The rule for them (I4):
 *
 *   - A link is followed only to a place in the heap that holds the same link, or from the first
 *     run to the head that names it.
 *   - A run is handed out only if the planes say that a free run starts there.
 *
 * So no stray write leads to a block that overlaps another one, nor out of the arena. A list may
 * then name what is not free, but only memory that nobody has written since it was freed. */
#ifndef TARN_LIST_H
#define TARN_LIST_H

#include "heap.h"

/* Bins. Runs of up to 7 granules have a bin for each length, longer ones 4 for each octave; the
 * last, 63, has all from 114,688 granules on (896 KiB of 8 bytes), so that two words hold the
 * bins' bits. */
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

/* How many heads there are, for runs of up to `granules`. Even: the layout counts pairs. */
static inline uint32_t bin_heads(uint32_t granules)
{
	return granules < EXACT_BINS ? EXACT_BINS : (bin_of(granules) + 2) & ~UINT32_C(1);
}

/* The bytes that each run of a bin has at least: bin_of's inverse. */
static inline uint32_t bin_bytes(uint32_t bin)
{
	uint32_t granules = bin < 4 ? bin : (4 + (bin & 3)) << ((bin >> 2) - 1);

	return granules << GRANULE_SHIFT;
}

/* Its bit in its word. */
ALWAYS uint32_t bin_bit(uint32_t bin)
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
ALWAYS void bin_flip(struct tarn_heap *heap, uint32_t bin)
{
	heap->bins[bin >> 5] ^= bin_bit(bin);
}

/* The first bin from `bin` on that has a run; NO_BIN: none. */
uint32_t next_bin(const struct tarn_heap *heap, uint32_t bin);

/* The last bin that has a run. False: none has. */
static inline bool last_bin(const struct tarn_heap *heap, uint32_t *bin)
{
	for (uint32_t word = BIN_WORDS; word--;) {
		if (heap->bins[word]) {
			*bin = (word << 5) + 31 - trailing_zeros(heap->bins[word]);
			return true;
		}
	}
	return false;
}

/* The word that holds the offset of a bin's first run; 0: there is none. Bin 0 has none. */
ALWAYS uint32_t *head_of(const struct tarn_heap *heap, uint32_t bin)
{
	return (uint32_t *)heap->heads + bin;
}

/* The link that joins two runs, or a run and nothing. */
ALWAYS uint32_t link_of(const struct tarn_heap *heap, uint32_t offset, uint32_t other)
{
	return (TARN_HARDEN ? heap->key : 0) ^ offset ^ other;
}

/* A bin in place of a run. Offsets have the bits 3 to 26; a bin's number gets 27 to 31 and 0. */
ALWAYS uint32_t bin_place(uint32_t bin)
{
	return rotate_right(bin, 5);
}

ALWAYS uint32_t bin_at(uint32_t place)
{
	return rotate_right(place, 27);
}

/* A run starts at `offset`: is it free? */
ALWAYS bool run_free(const struct tarn_heap *heap, uint32_t offset)
{
	return sign_of(pair_at(heap, offset)->live, offset) >= 0;
}

/* Does a free run start at `offset`, a place among the blocks? */
ALWAYS bool free_start(const struct tarn_heap *heap, uint32_t offset)
{
	const struct pair *pair = pair_at(heap, offset);

	return !below_commons(heap, offset) && sign_of(pair->start & ~pair->live, offset) < 0;
}

/* The run after the one at `offset`, 0 if there is none. False iff the link is damaged. */
static inline bool list_next(const struct tarn_heap *heap, uint32_t offset, uint32_t *next)
{
	uint32_t link = node_at(heap, offset)->next;

	*next = link ^ link_of(heap, offset, 0);
	return !*next || TARN_HARDEN == 0 ||
	       (in_commons(heap, *next) && node_at(heap, *next)->prev == link);
}

/* Begin a walk at the run at `offset`, or 0. There are fewer runs than granules. */
static inline void walk_begin(const struct tarn_heap *heap, struct walk *walk, uint32_t offset)
{
	walk->offset = offset;
	walk->left = heap->end;
}

/* Go on to the next run. False, and the walk is over, iff the link of the run that it was at is
 * damaged, or the list has no end. */
static inline bool walk_on(const struct tarn_heap *heap, struct walk *walk)
{
	bool sound = list_next(heap, walk->offset, &walk->offset) && --walk->left;

	if (!sound)
		walk->offset = 0;
	return sound;
}

/* What links are made of, read once: a store to a run might change what a heap's record says, for
 * all that the compiler knows. */
struct lists {
	uintptr_t base;
	uint32_t key;
	uint32_t end;
};

ALWAYS struct lists lists_of(const struct tarn_heap *heap)
{
	return (struct lists){heap->base, TARN_HARDEN ? heap->key : 0, heap->end};
}

ALWAYS struct node *list_node(const struct lists *lists, uint32_t offset)
{
	return (struct node *)(lists->base + offset);
}

/* `link` leads to the run at `next`, which is not 0: does that hold the same? */
ALWAYS bool next_sound(const struct tarn_heap *heap, uint32_t next, uint32_t link)
{
	return TARN_HARDEN == 0 ||
	       (likely(granule_of(next) < heap->end) && likely(node_at(heap, next)->prev == link));
}

/* Take a run off its list. False, and nothing changed, iff its links are damaged. */
inline bool list_remove(struct tarn_heap *heap, uint32_t offset)
{
	struct lists lists = lists_of(heap);
	uint32_t link = list_node(&lists, offset)->next;
	uint32_t back = list_node(&lists, offset)->prev;
	uint32_t next = link ^ lists.key ^ offset;
	uint32_t prev = back ^ lists.key ^ offset;

	if (next && unlikely(!next_sound(heap, next, link)))
		return false;
	if (granule_of(prev) < lists.end) {
		if (TARN_HARDEN && unlikely(list_node(&lists, prev)->next != back))
			return false;
		list_node(&lists, prev)->next = back ^ offset ^ next;
	} else {
		uint32_t bin = bin_at(prev);

		if (TARN_HARDEN &&
		    (unlikely(bin >= heap->bin_end) || unlikely(*head_of(heap, bin) != offset)))
			return false;
		*head_of(heap, bin) = next;
		if (!next)
			bin_flip(heap, bin);
	}
	if (next)
		list_node(&lists, next)->prev = back ^ offset ^ next;
	return true;
}

/* Make a run the first of a bin. If the first one does not know that it is, the list is given up
 * (see the rule above): only writes to two words lead to that. */
inline void list_push(struct tarn_heap *heap, uint32_t offset, uint32_t bin)
{
	uintptr_t heads = heap->heads;
	uint32_t key = heap->key;
	uintptr_t base = heap->base;
	struct node *node = (struct node *)(base + offset);
	uint32_t *head;
	uint32_t first;

	TOGETHER(heads, key);
	key = TARN_HARDEN ? key : 0;
	head = (uint32_t *)heads + bin;
	first = *head;
	*head = offset;
	node->prev = key ^ offset ^ bin_place(bin);
	if (first) {
		struct node *after = (struct node *)(base + first);

		if (TARN_HARDEN && unlikely(after->prev != (key ^ first ^ bin_place(bin))))
			first = 0;
		else
			after->prev = key ^ offset ^ first;
	} else {
		bin_flip(heap, bin);
	}
	node->next = key ^ offset ^ first;
}

#endif
