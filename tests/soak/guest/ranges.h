/* SPDX-License-Identifier: MIT
 * The least, the mean and the most of three figures since the last sample, for each kind of round.
 * Only logged runs have them. The types are as narrow as the arena allows, because the smallest
 * board has few bytes left. */
#ifndef SOAK_RANGES_H
#define SOAK_RANGES_H

#include <stdbool.h>
#include <stdint.h>

#include "soak.h"

/* Operations between two looks. A look's cost grows with the arena, so a larger one has fewer. */
#define LOOK_OPS (SOAK_ARENA <= 65536 ? 1024u : SOAK_ARENA >= 1048576 ? 16384u : SOAK_ARENA / 64)

/* A number of bytes in the arena, and a sum of 65,535 such numbers. */
#if TARN_ARENA_SIZE <= 65536
typedef uint16_t arena_bytes;
typedef uint32_t arena_sum;
#else
typedef uint32_t arena_bytes;
typedef uint64_t arena_sum;
#endif

/* Looks at the heap, in a round of this kind. */
void ranges_look(uint32_t kind);

/* More than half of the looks that can be counted are used up. */
bool ranges_full(uint32_t kind);

/* Prints ,"looks":n,"bytes":[least,mean,most],"commons":...,"longest":... with null for [...] where
 * there was no look. The next look is then the first. */
void ranges_tell(uint32_t kind);

#endif
