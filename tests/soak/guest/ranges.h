/* SPDX-License-Identifier: MIT
 * What the looks at the heap saw since the last sample, for each kind of round: the least, the mean and
 * the most of three figures. Only of a run that is logged. The smallest board has few bytes left. */
#ifndef SOAK_RANGES_H
#define SOAK_RANGES_H

#include <stdbool.h>
#include <stdint.h>

#include "soak.h"

/* Operations between two looks: a look's cost grows with the arena, and so they get rarer. */
#define LOOK_OPS (SOAK_ARENA <= 65536 ? 1024u : SOAK_ARENA >= 1048576 ? 16384u : SOAK_ARENA / 64)

/* A number of bytes in the arena, and a sum of 65,535 such numbers. */
#if TARN_ARENA_SIZE <= 65536
typedef uint16_t arena_bytes;
typedef uint32_t arena_sum;
#else
typedef uint32_t arena_bytes;
typedef uint64_t arena_sum;
#endif

/* Look, in a round of this kind. */
void ranges_look(uint32_t kind);

/* Half of the looks that can be counted are. */
bool ranges_full(uint32_t kind);

/* ,"looks":n,"bytes":[least,mean,most],"commons":...,"longest":... (null where there was no look); the next look
 * is then the first. */
void ranges_tell(uint32_t kind);

#endif
