/* SPDX-License-Identifier: MIT
 * The bit planes: two bits for each granule of the commons, outside the blocks. They lie as pairs
 * of words: 32 bits of L and 32 bits of S describe 32 granules.
 *
 *   L  a live block starts here
 *   S  a run starts here
 *
 * The first granule of a word is its top bit. So a count of leading zeros finds the next start.
 *
 * A word with S == 0 lies wholly inside one run, and its L bits describe no block. The first and
 * the last such word of a run hold the run's length in granules instead, but for the last run,
 * whose length only the heap's record holds (commons.h). So a set L bit means a live block only
 * together with its S bit (I6). And start_begin sets a word's L bits afresh when the first start
 * appears in it.
 *
 * tarn_init clears all planes, so only a call can have set a bit.
 *
 * An offset counts bytes from heap->base, the address of the first granule of word 0. */
#ifndef TARN_PLANE_H
#define TARN_PLANE_H

#include "../guard/compiler.h"
#include "names.h"
#include "tarn_bits.h"

#define GRANULE_SHIFT (TARN_ALIGN == 16 ? 4 : 3)
#define GRANULE       ((uint32_t)TARN_ALIGN)
#define WORD_SHIFT    (GRANULE_SHIFT + 5)
#define WORD_BYTES    (UINT32_C(1) << WORD_SHIFT)
#define TOP_BIT       UINT32_C(0x80000000)

struct pair {
	uint32_t live;  /* L; at offset 0, where a load costs one instruction less */
	uint32_t start; /* S */
};

#if TARN_COUNTS_ZEROS_
ALWAYS uint32_t leading_zeros(uint32_t word)
{
	return (uint32_t)__builtin_clz(word);
}
#else
/* The last step reads a table for the top four bits, two bits an entry, packed into one number. */
inline uint32_t leading_zeros(uint32_t word)
{
	uint32_t zeros = 0;

	if (!(word >> 16))
		zeros = 16, word <<= 16;
	if (!(word >> 24))
		zeros += 8, word <<= 8;
	if (!(word >> 28))
		zeros += 4, word <<= 4;
	return zeros + (0x55acu >> 2 * (word >> 28) & 3);
}
#endif

/* As leading_zeros, `word` must not be 0. */
ALWAYS uint32_t trailing_zeros(uint32_t word)
{
	return tarn_trailing_zeros_(word);
}

ALWAYS uint32_t rotate_right(uint32_t word, uint32_t count)
{
	return word >> (count & 31) | word << (-count & 31);
}

/* The same for a count that the compiler does not know: `ror` masks it. */
ALWAYS uint32_t rotate(uint32_t word, uint32_t count)
{
#if defined(__thumb__) && !defined(__thumb2__) /* all of its rotations set the flags */
	__asm__(".syntax unified\n	rors %0, %0, %1" : "+l"(word) : "l"(count) : "cc");
	return word;
#elif defined(__arm__)
	__asm__("ror %0, %0, %1" : "+l"(word) : "l"(count));
	return word;
#else
	return rotate_right(word, count);
#endif
}

/* Saves a branch where the machine has a saturating instruction. */
ALWAYS uint32_t at_most_63(uint32_t value)
{
#ifdef __ARM_FEATURE_SAT
	__asm__("usat %0, #6, %1" : "=r"(value) : "r"(value));
	return value;
#else
	return value > 63 ? 63 : value;
#endif
}

ALWAYS uint32_t align_up(uint32_t value, uint32_t power)
{
	return (value + power - 1) & (0 - power);
}

ALWAYS struct pair *pair_at(const struct tarn_heap *heap, uint32_t offset)
{
	return (struct pair *)(heap->planes + (offset >> WORD_SHIFT) * sizeof(struct pair));
}

/* The bit of the granule at `offset`, in its word of either plane. */
ALWAYS uint32_t bit_of(uint32_t offset)
{
	return rotate_right(TOP_BIT, offset >> GRANULE_SHIFT);
}

/* The index of that bit: 0 is the top bit. */
ALWAYS uint32_t index_of(uint32_t offset)
{
	return (offset >> GRANULE_SHIFT) & 31;
}

/* The number of the granule at `offset`. A misaligned offset gives a number above any arena's. */
ALWAYS uint32_t granule_of(uint32_t offset)
{
	return rotate_right(offset, GRANULE_SHIFT);
}

/* Negative iff `word`, of a plane, has the bit of the granule at `offset`. Cheaper than bit_of. */
ALWAYS int32_t sign_of(uint32_t word, uint32_t offset)
{
	return (int32_t)(word << index_of(offset));
}

/* The length in granules of the run that starts at `offset`; not of the last one. *next is negative
 * iff the run after it is live. */
ALWAYS uint32_t run_after(const struct tarn_heap *heap, const struct pair *pair, uint32_t offset,
			  int32_t *next)
{
	uint32_t index = index_of(offset);
	uint32_t later = pair->start << index << 1;
	uint32_t length;

	if (likely(later)) {
		length = leading_zeros(later);
		*next = (int32_t)(pair->live << index << 1 << length);
		return length + 1;
	}
	if (likely(pair[1].start)) {
		length = leading_zeros(pair[1].start);
		*next = (int32_t)(pair[1].live << length);
		return length + 32 - index;
	}
	length = pair[1].live;
	offset += length << GRANULE_SHIFT;
	*next = sign_of(pair_at(heap, offset)->live, offset);
	return length;
}

/* The same length alone. It reads two words of the planes; `offset` may be any of the commons. */
inline uint32_t length_after(const struct tarn_heap *heap, uint32_t offset)
{
	const struct pair *pair = pair_at(heap, offset);
	uint32_t index = index_of(offset);
	uint32_t later = pair->start << index << 1;

	if (likely(later))
		return leading_zeros(later) + 1;
	if (likely(pair[1].start))
		return leading_zeros(pair[1].start) + 32 - index;
	return pair[1].live;
}

/* The length of the free run that ends where the one at `offset` starts; 0 if that is live. */
ALWAYS uint32_t free_before(const struct tarn_heap *heap, const struct pair *pair, uint32_t offset)
{
	uint32_t index = index_of(offset);
	uint32_t earlier = pair->start & ~(UINT32_MAX >> index);
	uint32_t length;

	if (!earlier) {
		pair--;
		index += 32;
		earlier = pair->start;
	}
	if (likely(earlier)) {
		earlier &= 0 - earlier;
		return pair->live & earlier ? 0 : index - leading_zeros(earlier);
	}
	length = pair->live;
	offset -= length << GRANULE_SHIFT;
	return sign_of(pair_at(heap, offset)->live, offset) < 0 ? 0 : length;
}

/* The length of the run that ends where the one at `offset` starts; not of the last one. */
inline uint32_t length_before(const struct tarn_heap *heap, uint32_t offset)
{
	const struct pair *pair = pair_at(heap, offset);
	uint32_t index = index_of(offset);
	uint32_t earlier = pair->start >> 1 >> (31 - index);

	if (earlier)
		return trailing_zeros(earlier) + 1;
	if (pair[-1].start)
		return index + trailing_zeros(pair[-1].start) + 1;
	return pair[-1].live;
}

/* Writes a run's length where these two read it: into the first and the last word that the run
 * covers. A run of up to 32 granules covers none. */
inline void length_set(const struct tarn_heap *heap, uint32_t offset, uint32_t length)
{
	struct pair *first;
	struct pair *end;

	if (length <= 32)
		return;
	first = pair_at(heap, offset) + 1;
	end = pair_at(heap, offset + (length << GRANULE_SHIFT));
	if (first < end) {
		first->live = length;
		end[-1].live = length;
	}
}

/* Sets or clears the L bit at `offset`. */
ALWAYS void live_flip(const struct tarn_heap *heap, uint32_t offset)
{
	pair_at(heap, offset)->live ^= bit_of(offset);
}

/* A free run starts at `offset`. */
inline void start_begin(const struct tarn_heap *heap, uint32_t offset)
{
	struct pair *pair = pair_at(heap, offset);

	if (pair->start == 0)
		pair->live = 0;
	pair->start |= bit_of(offset);
}

/* commons.c: the part of live_begin that reaches into other words. */
void live_begin_far(const struct tarn_heap *heap, uint32_t offset, uint32_t granules);

/* A live block of `granules` starts at `offset`, where a free run did, and a run after it. */
inline void live_begin(const struct tarn_heap *heap, uint32_t offset, uint32_t granules)
{
	struct pair *pair = pair_at(heap, offset);
	uint32_t bit = bit_of(offset);

	pair->live |= bit;
	if (likely(granules < 32) && likely(bit >> granules)) {
		pair->start |= bit >> granules;
	} else {
		live_begin_far(heap, offset, granules);
	}
}

/* A free run starts there no longer: it joined the run before it. */
ALWAYS void start_end(const struct tarn_heap *heap, uint32_t offset)
{
	pair_at(heap, offset)->start &= ~bit_of(offset);
}

/* Four words at a time, which shortens boot, and fills. */
static inline void words_set(uintptr_t at, uintptr_t end, uint32_t value)
{
	raw32 *word = (raw32 *)at;

	for (; end - (uintptr_t)word >= 16; word += 4) {
		word[0] = value;
		word[1] = value;
		word[2] = value;
		word[3] = value;
	}
	while (word < (raw32 *)end)
		*word++ = value;
}

#endif
