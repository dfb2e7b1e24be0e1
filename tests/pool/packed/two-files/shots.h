/* SPDX-License-Identifier: MIT
 * A type of arrays for two C files, and the array that one of them defines. DEFINED_TWICE: both
 * define it, because it is defined here. OF_TWO_MINDS: the two files declare different types. */
#include "tarn_packed.h"

struct shot {
	int damage;
#ifdef OF_TWO_MINDS
	int owner;
#endif
};
#define SHOTS(COLUMN, KEEP, SPARSE) \
	COLUMN(struct shot, shot)   \
	SPARSE(int, glow, 2)
TARN_PACKED_DECLARE(shots, SHOTS);
#ifdef DEFINED_TWICE
TARN_PACKED_DEFINE(shots, SHOTS, 16);
#endif

shots_handle enemy_shoots(int damage);
