/* SPDX-License-Identifier: MIT
 * The background of the sparks: a tarn among mountains, at an hour that the level says. */
#ifndef DEMO_BACKDROP_H
#define DEMO_BACKDROP_H

#include "video.h"

#define BACKDROP_HOURS 3 /* dusk, midnight, dawn */
#define BACKDROP_SHORE 52

void backdrop_draw(uint32_t hour);

/* The dot that was drawn there; within the scene only. */
colour backdrop_at(uint32_t x, uint32_t y);

/* Put it back. */
FAST void backdrop_restore(uint32_t x, uint32_t y, uint32_t width, uint32_t height);

#endif
