/* SPDX-License-Identifier: MIT
 * The parts of the demo. Each has three functions: begin (a level), frame, and end (no object of it
 * is left). They return NULL, or the name of a check that failed. */
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

/* Random numbers of the game, and the digest. */
uint32_t game_below(uint32_t bound);
void game_note(uint32_t value);

#endif
