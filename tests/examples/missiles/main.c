/* SPDX-License-Identifier: MIT
 * Missiles fly at ships. A new ship takes the place of a lost one. */
#include "../say.h"
#include "missiles.h"

/* The new ship is where the lost one was, in memory and in space. */
static ships_handle replace(ships_handle lost, const struct ship *wreck)
{
	ships_handle freighter = ship_enter("freighter", 50, 1);

	promise(ships_resolve(&ships, freighter) == wreck, "it has the lost ship's place");
	say_number("missiles that lost their target", missiles_at(lost));
	promise(missiles_at(freighter) == 0, "none of them turns to the newcomer");
	return freighter;
}

int main(void)
{
	ships_handle cruiser = ship_enter("cruiser", 50, 1);
	ships_handle fighter = ship_enter("fighter", 60, 2);
	const struct ship *wreck = ships_resolve(&ships, cruiser);
	ships_handle freighter = {0};
	uint32_t frames = 0;

	missile_fire(0, cruiser); /* comes too late */
	missile_fire(20, cruiser);
	missile_fire(0, fighter);
	missile_fire(0, freighter); /* at no target: there is no freighter yet */
	promise(ships_none(ship_enter("stranger", 0, 1)), "there is room for two ships");
	say_number("missiles at the cruiser", missiles_at(cruiser));
	for (; missiles_in_flight(); frames++) {
		missiles_fly();
		if (ships_none(freighter) && !ships_resolve(&ships, cruiser))
			freighter = replace(cruiser, wreck);
	}
	say_number("frames", frames);
	promise(ships_resolve(&ships, freighter) != NULL, "nobody hit the freighter");
	promise(ships_release(&ships, fighter), "the fighter leaves");
	promise(!ships_release(&ships, fighter), "and only once");
	say_number("ships that are left", ships_count(&ships));
	promise(tarn_object_check_all(NULL) == 0, "the pools are sound");
	return 0;
}
