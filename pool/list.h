/* SPDX-License-Identifier: MIT
 * Free runs: their bins, and the lists in them. All of it runs inside the caller's lock window.
 *
 * A list hangs on its bin's head, a word outside the blocks. Each run names the next one and the
 * one before it by offset; 0: there is none. Links lie in free memory, where a use after free may
 * have written, so none is believed (I4):
 *
 *   - A link is stored xor the heap's key, xor the offset of the run that holds it. So both ends of
 *     a link hold the same word, and what is written without knowing the key names no run.
 *   - A link is followed only to the start of a free run, as the planes have it, which names this
 *     run back. A run without one before it must be the one that its bin's head names.
 *
 * Nobody's data and no old link is ever taken for a run: no stray write reaches the planes and
 * the heads. */
#ifndef TARN_LIST_H
#define TARN_LIST_H

#include "heap.h"

/* Bins. Runs of up to 7 granules have a bin for each length, longer ones 4 for each octave; the
 * last, 63, has all from 114,688 granules on (896 KiB of 8 bytes), so that two words hold the
 * bins' bits. */
#define EXACT_BINS  8
#define EXACT_BYTES ((EXACT_BINS - 1) * GRANULE)
#define BIN_WORDS   2
#define NO_BIN      (BIN_WORDS * 32)

STEP uint32_t bin_of(uint32_t granules)
{
	uint32_t shift;

	if (granules < EXACT_BINS)
		return granules;
	shift = 29 - leading_zeros(granules);
	return at_most_63((shift << 2) + (granules >> shift));
}

/* How many heads there are, for runs of up to `granules`. Even: the planes start at a pair. */
static inline uint32_t bin_heads(uint32_t granules)
{
	return granules < EXACT_BINS ? EXACT_BINS : (bin_of(granules) + 2) & ~UINT32_C(1);
}

/* The word that holds the offset of a bin's first run. Bin 0 has none. */
ALWAYS uint32_t *head_of(const struct tarn_heap *heap, uint32_t bin)
{
	return (uint32_t *)heap->records + bin;
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
STEP uint32_t next_bin(const struct tarn_heap *heap, uint32_t bin)
{
	while (bin < NO_BIN) {
		uint32_t bits = heap->bins[bin >> 5] << (bin & 31);

		if (bits)
			return bin + leading_zeros(bits);
		bin = (bin | 31) + 1;
	}
	return bin;
}

/* What lists are held against, read once: a store to a run might change what a heap's record says,
 * for all that the compiler knows. */
struct lists {
	uintptr_t base;
	uintptr_t planes;
	uint32_t granules; /* of offsets there are */
	uint32_t key;
};

ALWAYS void lists_get(const struct tarn_heap *heap, struct lists *lists)
{
	lists->base = heap->base;
	lists->planes = heap->planes;
	lists->granules = heap->end;
	lists->key = TARN_HARDEN ? heap->key : 0;
}

ALWAYS struct node *list_node(const struct lists *lists, uint32_t offset)
{
	return (struct node *)(lists->base + offset);
}

/* Does a free run start at `offset`? Any number may be asked about. (Of a granule of the pools the
 * answer may be wrong: but nothing there names a run back.) */
ALWAYS bool free_start(const struct lists *lists, uint32_t offset)
{
	const struct pair *pair = (const struct pair *)lists->planes + (offset >> WORD_SHIFT);
	uint32_t start;
	uint32_t live;

	if (unlikely(granule_of(offset) >= lists->granules))
		return false;
	FORGET(pair);
	start = pair->start;
	live = pair->live;
	return sign_of(start & ~live, offset) < 0;
}

ALWAYS bool list_holds(const struct lists *lists, uint32_t offset)
{
	return TARN_HARDEN == 0 || free_start(lists, offset);
}

/* The run after the one at `offset`, 0 if there is none. False iff the link is damaged. */
static inline bool list_next(const struct tarn_heap *heap, uint32_t offset, uint32_t *next)
{
	struct lists lists;
	uint32_t word;

	lists_get(heap, &lists);
	word = list_node(&lists, offset)->next;
	*next = word ^ lists.key ^ offset;
	return !*next || (list_holds(&lists, *next) &&
			  (TARN_HARDEN == 0 || list_node(&lists, *next)->prev == word));
}

/* A run starts at `offset`: is it free? */
ALWAYS bool run_free(const struct tarn_heap *heap, uint32_t offset)
{
	return sign_of(pair_at(heap, offset)->live, offset) >= 0;
}

/* Make a run the first of a bin. */
STEP void list_push(struct tarn_heap *heap, uint32_t offset, uint32_t bin)
{
	uint32_t *head = head_of(heap, bin);
	uint32_t next = *head;
	uint32_t none;
	struct lists lists;

	lists_get(heap, &lists);
	none = lists.key ^ offset;
	list_node(&lists, offset)->next = none ^ next;
	list_node(&lists, offset)->prev = none;
	*head = offset;
	if (likely(next))
		list_node(&lists, next)->prev = none ^ next;
	else
		bin_flip(heap, bin);
}

/* Take the first run, the one at `offset`, off its bin's list, and put `rest` in its place, unless that is 0.
 * False, and nothing changed, iff its link is damaged. */
STEP bool list_pop(struct tarn_heap *heap, uint32_t bin, uint32_t offset, uint32_t rest)
{
	struct lists lists;
	uint32_t word;
	uint32_t next;

	lists_get(heap, &lists);
	word = list_node(&lists, offset)->next;
	next = word ^ lists.key ^ offset;
	if (next && unlikely(!list_holds(&lists, next) ||
			     (TARN_HARDEN && list_node(&lists, next)->prev != word)))
		return false;
	*head_of(heap, bin) = rest ? rest : next;
	word ^= offset; /* as it names the next one from nowhere */
	if (rest) {
		word ^= rest;
		list_node(&lists, rest)->prev = lists.key ^ rest;
		list_node(&lists, rest)->next = word;
	} else if (!next) {
		bin_flip(heap, bin);
	}
	if (next)
		list_node(&lists, next)->prev = word;
	return true;
}

/* Take a free run of `length` off its list. False, and nothing changed, iff its links are damaged.
 * (Two that name one and the same run may name this one.) */
STEP bool list_remove(struct tarn_heap *heap, uint32_t offset, uint32_t length)
{
	struct lists lists;
	const struct node *node;
	uint32_t none;
	uint32_t word;
	uint32_t next;
	uint32_t prev;

	lists_get(heap, &lists);
	none = lists.key ^ offset;
	node = list_node(&lists, offset);
	FORGET(node);
	next = node->next;
	word = node->prev;
	if (unlikely(next == word) && next != none)
		return false;
	next ^= none;
	if (next && unlikely(!list_holds(&lists, next) ||
			     (TARN_HARDEN && list_node(&lists, next)->prev != (next ^ none))))
		return false;
	prev = word ^ none;
	if (prev) {
		if (unlikely(!list_holds(&lists, prev) ||
			     (TARN_HARDEN && list_node(&lists, prev)->next != word)))
			return false;
		word ^= offset ^ next; /* as they name each other */
		list_node(&lists, prev)->next = word;
	} else {
		uint32_t bin = bin_of(length);
		uint32_t *head = head_of(heap, bin);

		if (TARN_HARDEN && unlikely(*head != offset))
			return false;
		*head = next;
		word ^= offset ^ next;
		if (!next)
			bin_flip(heap, bin);
	}
	if (next)
		list_node(&lists, next)->prev = word;
	return true;
}

#endif
