/* SPDX-License-Identifier: MIT
 * The parts of the demo. Each has: begin (a level), frame, end (nothing of it is left), and says
 * what is wrong, or NULL. */
#ifndef EXAMPLES_DEMO_GAME_H
#define EXAMPLES_DEMO_GAME_H

#include "demo.h"
#include "random.h"
#include "tarn_object.h"

struct part {
	const char *(*begin)(struct tarn_heap *heap, uint32_t level);
	const char *(*frame)(void);
	const char *(*end)(void);
};

/* sparks: packed, as many as the level says. bullets: rob the oldest. sounds: rob the least.
 * goblins: grow. bosses: never full. contacts: refuse, emptied each frame. */
extern const struct part sparks_part, bullets_part, sounds_part, goblins_part, bosses_part,
	contacts_part;

extern struct demo_counts counts;

/* Random numbers of the game, and what enters the digest. */
uint32_t game_below(uint32_t bound);
void game_note(uint32_t value);

#endif
