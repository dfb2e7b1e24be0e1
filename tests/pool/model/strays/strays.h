/* SPDX-License-Identifier: MIT
 * Does any stray write to freed memory lead to a wrong block?
 *
 * A trial makes a heap, mostly a tiny one, and loads it with random calls. Then it overwrites a
 * word or two of freed blocks, and makes more calls. It judges by its own map of the arena. It
 * includes no private header, so a new layout of the heap needs no change. */
#ifndef TESTS_MODEL_STRAYS_H
#define TESTS_MODEL_STRAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "tarn.h"

#define ARENA_MOST (UINT32_C(64) << 10)

/* ---- place.c */

extern struct tarn_heap *heap; /* at a fixed place, as all arenas are */
extern uint64_t calls;         /* made so far; the caller counts them */

void place_open(void);
/* An arena of `bytes`, a multiple of 16. Inaccessible memory lies after it. */
unsigned char *place_arena(uint32_t bytes);
/* Was there a store just below the arena? Not of an arena of ARENA_MOST: such a store crashes. */
bool place_underrun(const unsigned char *arena);

/* ---- strays.c */

/* Prints what is wrong, and the command that repeats it. */
_Noreturn void wrong(const char *what);

#endif
