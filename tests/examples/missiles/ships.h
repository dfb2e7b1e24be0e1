/* SPDX-License-Identifier: MIT
 * What every file of the game knows of ships. */
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

/* The handle of none where there is no room for another. */
ships_handle ship_enter(const char *name, int16_t x, int16_t hull);
/* The last hit that it bears ends it, and makes all handles to it stale. */
void ship_hit(struct ship *ship);

#endif
