/* SPDX-License-Identifier: MIT
 * A type of arrays for two C files, and the array that one of them defines. With DEFINED_TWICE it is
 * defined here, in both. */
#include "tarn_packed.h"

struct shot {
	int damage;
};
#define SHOTS(COLUMN, KEEP, SPARSE) \
	COLUMN(struct shot, shot)   \
	SPARSE(int, glow, 2)
TARN_PACKED_DECLARE(shots, SHOTS);
#ifdef DEFINED_TWICE
TARN_PACKED_DEFINE(shots, SHOTS, 16);
#endif

shots_handle enemy_shoots(int damage);
