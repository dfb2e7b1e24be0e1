/* SPDX-License-Identifier: MIT
 * A type of pools and one of packed arrays for two C files, each of which has a pool and an array
 * of it. LOCAL: declared as for one file, so that each file would count the pools by itself. The
 * second file may declare other objects or another column (ENEMY_...). */
#include "tarn_object.h"
#include "tarn_packed.h"

struct shot {
	int damage;
#ifdef ENEMY_MEMBER
	char owner;
#endif
};
#ifdef LOCAL
TARN_OBJECT_TYPE(shots, struct shot, 16, TARN_OBJECT_REFUSE | TARN_OBJECT_SIBLINGS(2));
#else
TARN_OBJECT_DECLARE_TYPE(shots, struct shot, 16, TARN_OBJECT_REFUSE | TARN_OBJECT_SIBLINGS(2));
#endif
#ifdef DEFINED_TWICE
TARN_OBJECT_DEFINE_TYPE(shots);
#endif

/* One pool for both files. */
TARN_OBJECT_DECLARE(flares, struct shot, 4, TARN_OBJECT_NEVER);

struct arrow {
	int damage;
#ifdef ENEMY_COLUMN
	int owner;
#endif
};
#define ARROWS(COLUMN, KEEP, SPARSE) \
	COLUMN(struct arrow, arrow)  \
	SPARSE(int, glow, 2)
TARN_PACKED_DECLARE(arrows, ARROWS);
#ifdef ARRAY_TWICE
TARN_PACKED_DEFINE(arrows, ARROWS, 16);
#endif

struct shots *enemy_shots(void);
arrows_handle enemy_arrow(int damage);
