/* SPDX-License-Identifier: MIT
 * A type of pools for two C files, each of which has a pool of it. LOCAL: declared as for one file,
 * so that each file would count the pools by itself. */
#include "tarn_object.h"

struct shot {
	int damage;
};
#ifdef LOCAL
TARN_OBJECT_TYPE(shots, struct shot, 16, TARN_OBJECT_REFUSE | TARN_OBJECT_SIBLINGS(2));
#else
TARN_OBJECT_DECLARE_TYPE(shots, struct shot, 16, TARN_OBJECT_REFUSE | TARN_OBJECT_SIBLINGS(2));
#endif
#ifdef DEFINED_TWICE
TARN_OBJECT_DEFINE_TYPE(shots);
#endif

/* And one pool for both. */
TARN_OBJECT_DECLARE(flares, struct shot, 4, TARN_OBJECT_NEVER);

struct shots *enemy_shots(void);
