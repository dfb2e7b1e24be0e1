/* SPDX-License-Identifier: MIT
 * The shadow's bit map: a bit for each granule of the arena, set if a block covers it. */
#ifndef SOAK_GAPS_H
#define SOAK_GAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "soak.h"

/* Clears the map, except for granules 0 .. first - 1 and those past the end of the arena. */
void gaps_start(uint32_t first);

/* Sets the bits of a block. Returns false, and changes nothing, iff one was set already: a block
 * lies there. */
bool gaps_fill(uint32_t granule, uint32_t count);
void gaps_clear(uint32_t granule, uint32_t count);

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
