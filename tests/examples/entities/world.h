/* SPDX-License-Identifier: MIT
 * The components, and the world that has them. entities.c defines the world. */
#ifndef WORLD_H
#define WORLD_H

#include "tarn_packed.h"

#define TORCHES 4

struct ai {
	int32_t goal;
	int32_t patience; /* frames */
};
struct physics {
	int32_t x, velocity;
};
struct render {
	char glyph;
	uint8_t frame;
};
struct torch {
	int32_t x; /* where the light falls: the physics component knows */
	uint32_t oil;
};

#define WORLD(COLUMN, KEEP, SPARSE)     \
	COLUMN(struct ai, ai)           \
	COLUMN(struct physics, physics) \
	COLUMN(struct render, render)   \
	SPARSE(struct torch, torch, TORCHES)
TARN_PACKED_DECLARE(world, WORLD);

void update_domains(void);

#endif
