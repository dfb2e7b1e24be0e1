/* SPDX-License-Identifier: MIT
 * The shadow's bit map: a bit for each granule of the arena, set where a block is. */
#ifndef SOAK_GAPS_H
#define SOAK_GAPS_H

#include <stdbool.h>
#include <stdint.h>

/* Clear the map, but for granules 0 .. first - 1. */
void gaps_start(uint32_t first);

/* Set the bits of a block; false iff one was set already (a block lies there): then nothing
 * changed. */
bool gaps_fill(uint32_t granule, uint32_t count);

/* Clear the bits of a block. */
void gaps_clear(uint32_t granule, uint32_t count);

bool gaps_filled(uint32_t granule);

/* Are these granules all clear? */
bool gaps_open(uint32_t granule, uint32_t count);

/* The longest gap within from .. end - 1. */
uint32_t gaps_longest(uint32_t from, uint32_t end);

/* Is there a gap that holds `count` granules from a multiple of `align` granules? */
bool gaps_have(uint32_t from, uint32_t end, uint32_t count, uint32_t align);

#endif
