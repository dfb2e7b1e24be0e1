/* SPDX-License-Identifier: MIT
 * DECLARATION, in a header or in a file that `refuse` includes under another name. */
#include "tarn_variant.h"

struct bullet {
	int x, y, frames;
};
void bullet_init(struct bullet *bullet);

#define SHAPES(VARIANT, pool) VARIANT(pool, point, struct bullet)

DECLARATION;
