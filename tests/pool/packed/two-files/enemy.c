/* SPDX-License-Identifier: MIT */
#ifdef ENEMY_OF_TWO_MINDS
#define OF_TWO_MINDS
#endif
#include "shots.h"

#if !defined(DEFINED_TWICE) && !defined(DEFINED_NEVER)
TARN_PACKED_DEFINE(shots, SHOTS, 16);
#endif

shots_handle enemy_shoots(int damage)
{
	uint32_t i = shots_activate(&shots);

	shots.shot[i].damage = damage;
	return shots_handle_of(&shots, i);
}
