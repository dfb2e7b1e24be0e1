/* SPDX-License-Identifier: MIT
 * Missiles fly at ships. A missile keeps its target's handle, not a pointer. So it notices that the
 * target is gone, and does not follow the new ship that has the target's place in memory. */
#include "../say.h"
#include "ships.h"

#define SPEED 5
#define FUEL  20 /* frames */

struct missile {
	ships_handle target;
	int16_t x, fuel;
};
TARN_OBJECT_POOL(missiles, struct missile, 4, TARN_OBJECT_ROB_OLDEST);

static void missile_steer(struct missile *missile)
{
	struct ship *ship = ships_resolve(&ships, missile->target);

	if (ship)
		missile->x += missile->x < ship->x ? SPEED : -SPEED;
	else /* somebody else shot it down: the handle is stale */
		missiles_put(&missiles, missile);
}

static bool missile_strikes(const struct missile *missile)
{
	struct ship *ship = ships_resolve(&ships, missile->target);

	if (!ship || missile->x != ship->x)
		return false;
	ship_hit(ship);
	return true;
}

static void missile_coast(struct missile *missile)
{
	missile->x += SPEED;
	if (--missile->fuel == 0)
		missiles_put(&missiles, missile);
}

static void missile_fly(struct missile *missile)
{
	if (ships_none(missile->target))
		missile_coast(missile);
	else if (missile_strikes(missile))
		missiles_put(&missiles, missile);
	else
		missile_steer(missile);
}

/* Fires at a ship, or straight on if the handle names none. A fifth missile ends the oldest. */
static void missile_fire(int16_t x, ships_handle target)
{
	struct missile *missile = missiles_get(&missiles);

	*missile = (struct missile){target, x, FUEL};
}

/* A walk may put its current object. */
static void missiles_fly(void)
{
	struct missile *missile;

	for (uint32_t at = 0; (missile = missiles_each(&missiles, &at));)
		missile_fly(missile);
}

static uint32_t missiles_at(ships_handle target)
{
	struct missile *missile;
	uint32_t count = 0;

	for (uint32_t at = 0; (missile = missiles_each(&missiles, &at));)
		count += ships_same(missile->target, target);
	return count;
}

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
	for (; missiles_count(&missiles); frames++) {
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
