/* SPDX-License-Identifier: MIT
 * Ships, for every file of the game. */
#ifndef EXAMPLES_SHIPS_H
#define EXAMPLES_SHIPS_H

#include "tarn_object.h"

struct ship {
	const char *name;
	int16_t x;
	int16_t hull; /* hits that it bears */
};

/* The pool and its calls, for each file that includes this; ships.c defines it. */
TARN_OBJECT_DECLARE(ships, struct ship, 2, TARN_OBJECT_REFUSE);

/* Returns the handle of none if the pool is full. */
ships_handle ship_enter(const char *name, int16_t x, int16_t hull);
/* The last hit that the ship withstands ends it, and makes all handles to it stale. */
void ship_hit(struct ship *ship);

#endif
