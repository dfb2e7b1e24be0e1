/* SPDX-License-Identifier: MIT
 * DECLARATION, in a header or in a file that `refuse` includes under another name. */
#include "tarn_variant.h"

struct bullet {
	int x, y, frames;
};
struct flexible {
	int length;
	char text[];
};
union holds_flexible {
	int number;
	struct flexible flexible;
};
void bullet_init(struct bullet *bullet);

#define SHAPES(VARIANT, pool) VARIANT(pool, point, struct bullet)

DECLARATION;
