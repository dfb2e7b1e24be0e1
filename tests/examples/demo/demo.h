/* SPDX-License-Identifier: MIT
 * A game that plays itself, frame by frame and without end, for a soak test. It uses object pools
 * of every policy, a packed array, a pool that each frame empties, and a heap that each level
 * divides again. The game keeps its own account of them: which objects are alive, which were
 * robbed, and how many there must be. Everything follows from the seed: the digest is the same on
 * every machine. */
#ifndef EXAMPLES_DEMO_H
#define EXAMPLES_DEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The least bytes of an arena. */
#define DEMO_ARENA 3072

struct demo_counts {
	uint32_t frames, levels;
	uint32_t sparks;
	uint32_t sounds, sounds_robbed;
	uint32_t bullets, bullets_robbed;
	uint32_t goblins, goblins_kept_out;
	uint32_t contacts;
	uint32_t digest;
};

/* Begins the first level in `arena`, aligned to 8. False iff the arena is too small. */
bool demo_begin(uint32_t seed, void *arena, size_t bytes);

/* Plays a frame; a level has some hundreds. Returns NULL, or the name of a check that failed. */
const char *demo_frame(void);

/* Ends the level and the game. Returns NULL, or the name of objects that are still live. */
const char *demo_end(void);

const struct demo_counts *demo_counts(void);

#endif
