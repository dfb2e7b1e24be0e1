/* SPDX-License-Identifier: MIT
 * The background: a tarn among mountains, at the hour of the level. */
#ifndef DEMO_BACKDROP_H
#define DEMO_BACKDROP_H

#include "video.h"

#define BACKDROP_HOURS 3 /* dusk, midnight, dawn */
#define BACKDROP_SHORE 52

void backdrop_draw(uint32_t hour);

/* The dot of the background there. It must be within the scene. */
colour backdrop_at(uint32_t x, uint32_t y);

/* Draws this part of the background again. */
FAST void backdrop_restore(uint32_t x, uint32_t y, uint32_t width, uint32_t height);

#endif
