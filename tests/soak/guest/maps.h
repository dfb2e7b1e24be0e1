/* SPDX-License-Identifier: MIT
 * Maps of the arena (tarn_report_map), from which pictures are drawn. The log has maps of the worst
 * moments and of a failure. With maps=1 the console has one each second, and one of a failure. */
#ifndef SOAK_MAPS_H
#define SOAK_MAPS_H

#include <stdint.h>

#include "soak.h"

/* The log has no maps of a larger arena: each might take some hundred kilobytes. */
#define MAPS_ARENA_MAX (1u << 20)

/* `stranded` bytes were free when a small request was refused: the most so far in this kind of
 * round. The log gets a map if that is clearly more than at the last map: at most a hundred in a
 * run. */
void maps_worst(uint32_t stranded);

/* To be called about once a second. */
void maps_second(void);

/* To be called when the run has failed. */
void maps_failure(void);

#endif
