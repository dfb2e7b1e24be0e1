/* SPDX-License-Identifier: MIT
 * A missile keeps its target's handle, not a pointer. So it notices that the target is gone, and
 * does not follow the new ship that has the target's place in memory. */
#include "missiles.h"

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

void missile_fire(int16_t x, ships_handle target)
{
	struct missile *missile = missiles_get(&missiles);

	*missile = (struct missile){target, x, FUEL};
}

/* A walk may put its current object. */
void missiles_fly(void)
{
	struct missile *missile;

	for (uint32_t at = 0; (missile = missiles_each(&missiles, &at));)
		missile_fly(missile);
}

uint32_t missiles_in_flight(void)
{
	return missiles_count(&missiles);
}

uint32_t missiles_at(ships_handle target)
{
	struct missile *missile;
	uint32_t count = 0;

	for (uint32_t at = 0; (missile = missiles_each(&missiles, &at));)
		count += ships_same(missile->target, target);
	return count;
}
