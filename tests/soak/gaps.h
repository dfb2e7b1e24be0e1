/* SPDX-License-Identifier: MIT
 * The shadow's bit map: a bit for each granule of the arena, set where a block is. */
#ifndef SOAK_GAPS_H
#define SOAK_GAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "soak.h"

/* Words of 32 granules, the lowest granule in the lowest bit. */
#define GAPS_WORDS (SOAK_ARENA / GRANULE_BYTES / 32 + 1)
extern uint32_t gaps_map[GAPS_WORDS];

/* Clear the map, but for granules 0 .. first - 1. */
void gaps_start(uint32_t first);

/* Set the bits of a block; false iff one was set already (a block lies there): then nothing
 * changed. */
bool gaps_fill_words(uint32_t granule, uint32_t count);

/* Clear the bits of a block. */
void gaps_clear_words(uint32_t granule, uint32_t count);

/* The same, quickly where the block lies in one word: most do. */
static inline bool gaps_fill(uint32_t granule, uint32_t count)
{
	uint32_t *word = &gaps_map[granule >> 5];
	uint32_t bits;

	if (count >= 32 - (granule & 31))
		return gaps_fill_words(granule, count);
	bits = ((1u << count) - 1) << (granule & 31);
	if (*word & bits)
		return false;
	*word |= bits;
	return true;
}

static inline void gaps_clear(uint32_t granule, uint32_t count)
{
	if (count >= 32 - (granule & 31))
		gaps_clear_words(granule, count);
	else
		gaps_map[granule >> 5] &= ~(((1u << count) - 1) << (granule & 31));
}

bool gaps_filled(uint32_t granule);

/* Are these granules all clear? */
bool gaps_open(uint32_t granule, uint32_t count);

/* The longest gap within from .. end - 1. */
uint32_t gaps_longest(uint32_t from, uint32_t end);

/* Is there a gap that holds `count` granules from a multiple of `align` granules? */
bool gaps_have(uint32_t from, uint32_t end, uint32_t count, uint32_t align);

#endif
