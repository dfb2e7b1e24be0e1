/* SPDX-License-Identifier: MIT */
#include "shots.h"

#if !defined(DEFINED_TWICE) && !defined(DEFINED_NEVER)
TARN_OBJECT_DEFINE_TYPE(shots);
#endif
TARN_OBJECT_STORAGE(enemy, shots, 16);
TARN_OBJECT_DEFINE(flares);
TARN_OBJECT_POOL(sparks, int, 8, TARN_OBJECT_REFUSE);

struct shots *enemy_shots(void)
{
	*sparks_get(&sparks) = 7;
	flares_get(&flares)->damage = 7;
	return &enemy;
}
