/* SPDX-License-Identifier: MIT
 * The shadow's bit map: a bit for each granule of the arena, set if a block covers it. */
#ifndef SOAK_GAPS_H
#define SOAK_GAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "soak.h"

/* Words of 32 granules, the lowest granule in the lowest bit, and one more word. Bits past the end
 * of the arena are set. */
#define GAPS_WORDS ((SOAK_ARENA / GRANULE_BYTES + 31) / 32 + 1)
extern uint32_t gaps_map[GAPS_WORDS];

/* Clears the map, except for granules 0 .. first - 1 and those past the end of the arena. */
void gaps_start(uint32_t first);

bool gaps_fill_long(uint32_t granule, uint32_t count);
void gaps_clear_long(uint32_t granule, uint32_t count);

/* The bits of a block of less than 32 granules, in the word of its first granule and in the
 * next. */
struct gaps_bits {
	uint32_t low;
	uint32_t high;
};

static inline struct gaps_bits gaps_bits_of(uint32_t granule, uint32_t count)
{
	uint32_t bits = (1u << count) - 1;
	uint32_t shift = granule & 31;

	return (struct gaps_bits){bits << shift, bits >> 1 >> (31 - shift)};
}

/* Sets the bits of a block. Returns false, and changes nothing, iff one was set already: a block
 * lies there. */
static inline bool gaps_fill(uint32_t granule, uint32_t count)
{
	uint32_t *word = &gaps_map[granule >> 5];
	struct gaps_bits bits;

	if (rarely(count >= 32))
		return gaps_fill_long(granule, count);
	bits = gaps_bits_of(granule, count);
	if ((word[0] & bits.low) | (word[1] & bits.high))
		return false;
	word[0] |= bits.low;
	word[1] |= bits.high;
	return true;
}

/* Clears the bits of a block. */
static inline void gaps_clear(uint32_t granule, uint32_t count)
{
	uint32_t *word = &gaps_map[granule >> 5];
	struct gaps_bits bits;

	if (rarely(count >= 32)) {
		gaps_clear_long(granule, count);
		return;
	}
	bits = gaps_bits_of(granule, count);
	word[0] &= ~bits.low;
	word[1] &= ~bits.high;
}

bool gaps_filled(uint32_t granule);

/* Are these granules all clear? */
bool gaps_open(uint32_t granule, uint32_t count);

/* The longest gap from this granule on. */
uint32_t gaps_longest(uint32_t from);

/* The length of the gap around this granule. Some granule below it must be taken. UINT32_MAX: the
 * gap reaches past the granule's word and the next one on either side. */
uint32_t gaps_around(uint32_t granule);

/* From this granule on, is there a gap that holds `count` granules from a multiple of `align`
 * granules? */
bool gaps_have(uint32_t from, uint32_t count, uint32_t align);

#endif
