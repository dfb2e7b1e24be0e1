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
void bullet_init(struct bullet *bullet);

#ifndef KIND
#define KIND int
#endif
#define SHAPES(VARIANT, pool) VARIANT(pool, point, struct bullet)
#define KINDS(VARIANT, pool)    \
	VARIANT(pool, one, int) \
	VARIANT(pool, kind, KIND)

/* 257 kinds */
#define FOUR(V, p, k)  V(p, k##0, int) V(p, k##1, int) V(p, k##2, int) V(p, k##3, int)
#define FOURS(V, p, k) FOUR(V, p, k##0) FOUR(V, p, k##1) FOUR(V, p, k##2) FOUR(V, p, k##3)
#define MANY(V, p, k)  FOURS(V, p, k##0) FOURS(V, p, k##1) FOURS(V, p, k##2) FOURS(V, p, k##3)
#define MORE(V, p)     MANY(V, p, a) MANY(V, p, b) MANY(V, p, c) MANY(V, p, d) V(p, last, int)

DECLARATION;
