/* SPDX-License-Identifier: MIT */
#include "ships.h"

#include "../say.h"

TARN_OBJECT_DEFINE(ships);

ships_handle ship_enter(const char *name, int16_t x, int16_t hull)
{
	struct ship *ship = ships_get(&ships);

	if (!ship)
		return (ships_handle){0};
	*ship = (struct ship){name, x, hull};
	return ships_handle_of(&ships, ship);
}

void ship_hit(struct ship *ship)
{
	print_text("hit: ");
	say(ship->name);
	if (--ship->hull > 0)
		return;
	print_text("lost: ");
	say(ship->name);
	ships_put(&ships, ship);
}
