/* SPDX-License-Identifier: MIT
 * A game that plays itself, frame by frame, for as long as one likes: what a soak test runs. It uses
 * object pools of every policy, a packed array, a pool that is emptied each frame and a heap that is
 * carved anew for each level, and holds them to what it knows itself: who is alive, who was
 * robbed, how many there must be. Everything follows from the seed: the digest is the same on
 * every machine. */
#ifndef EXAMPLES_DEMO_H
#define EXAMPLES_DEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an arena must have at least. */
#define DEMO_ARENA 3072

struct demo_counts {
	uint32_t frames, levels;
	uint32_t sparks, sparks_missed;
	uint32_t sounds, sounds_robbed;
	uint32_t bullets, bullets_robbed;
	uint32_t goblins, goblins_kept_out, hordes;
	uint32_t contacts;
	uint32_t digest;
};

/* Begin with a first level in `arena`, aligned to 8. False iff the arena is too small. */
bool demo_begin(uint32_t seed, void *arena, size_t bytes);

/* One frame; after some hundreds the level ends. NULL, or what is not as it must be. */
const char *demo_frame(void);

/* End the level and the game: nothing may be left. NULL, or what is. */
const char *demo_end(void);

/* Instead, where a level did not begin: whatever is there goes. */
void demo_give_up(void);

const struct demo_counts *demo_counts(void);

#endif
