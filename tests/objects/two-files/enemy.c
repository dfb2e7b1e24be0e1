/* SPDX-License-Identifier: MIT */
#include "shots.h"

#if !defined(DEFINED_TWICE) && !defined(DEFINED_NEVER)
TARN_OBJECT_DEFINE_TYPE(shots);
#endif
TARN_OBJECT_STORAGE(enemy, shots, 16);
TARN_OBJECT_DEFINE(flares);

struct shots *enemy_shots(void)
{
	flares_get(&flares)->damage = 7;
	return &enemy;
}
