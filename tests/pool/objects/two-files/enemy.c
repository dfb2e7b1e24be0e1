/* SPDX-License-Identifier: MIT */
#include "shots.h"

#if !defined(DEFINED_TWICE) && !defined(DEFINED_NEVER)
TARN_OBJECT_DEFINE_TYPE(shots);
#endif
TARN_OBJECT_STORAGE(enemy, shots, 16);
TARN_OBJECT_DEFINE(flares);
TARN_OBJECT_POOL(sparks, int, 8, TARN_OBJECT_REFUSE);
#if !defined(ARRAY_TWICE) && !defined(ARRAY_NEVER)
TARN_PACKED_DEFINE(arrows, ARROWS, 16);
#endif

struct shots *enemy_shots(void)
{
	*sparks_get(&sparks) = 7;
	flares_get(&flares)->damage = 7;
	return &enemy;
}

arrows_handle enemy_arrow(int damage)
{
	uint32_t i = arrows_activate(&arrows);

	arrows.arrow[i].damage = damage;
	return arrows_handle_of(&arrows, i);
}
