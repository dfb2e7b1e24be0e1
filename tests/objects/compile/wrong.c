/* SPDX-License-Identifier: MIT
 * Right as it stands; `refuse` defines one thing wrong at a time. */
#include "tarn_variant.h"

#ifndef CAPACITY
#define CAPACITY 8
#endif
#ifndef MAXIMUM
#define MAXIMUM 8
#endif
#ifndef OPTIONS
#define OPTIONS TARN_OBJECT_REFUSE
#endif
#ifndef HOOKS
#define HOOKS .init = bullet_init
#endif
#ifndef BARE
#define BARE TARN_OBJECT_REFUSE
#endif
#ifndef POOL
#define POOL bullets
#endif
#ifndef OBJECT
#define OBJECT struct bullet
#endif
#ifndef HANDLE
#define HANDLE bullets_handle
#endif
#ifndef WASTE
#define WASTE 85
#endif
#ifndef STORED
#define STORED MAXIMUM
#endif

#ifndef ROUNDS
#define ROUNDS 1
#endif

struct bullet {
	int x, y, frames;
};
struct crate {
	int rounds[ROUNDS];
};
struct enemy {
	int x, y, frames;
};

void bullet_init(OBJECT *bullet);
void reset(struct bullet *bullet);
uint32_t score(const struct bullet *bullet);
bool in_use(const struct bullet *bullet);

TARN_OBJECT_POOL_WITH(bullets, struct bullet, CAPACITY, OPTIONS, HOOKS);
TARN_OBJECT_POOL(bare, struct bullet, 4, BARE);
TARN_OBJECT_POOL(enemies, struct enemy, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(sparks, struct bullet, MAXIMUM, TARN_OBJECT_REFUSE);
TARN_OBJECT_STORAGE(sparks, sparks, STORED);
TARN_OBJECT_POOL(crates, struct crate, 4096, TARN_OBJECT_REFUSE);

#define SHAPES(VARIANT, pool)                \
	VARIANT(pool, point, struct enemy)   \
	VARIANT(pool, bullet, struct bullet) \
	VARIANT(pool, byte, int)
TARN_VARIANTS(shapes, SHAPES, 4, TARN_OBJECT_REFUSE);
TARN_VARIANTS_WASTE(shapes, SHAPES, WASTE);

int use(HANDLE handle);
int use(HANDLE handle)
{
	OBJECT *object = bullets_get(&POOL);

	bullets_put(&POOL, object);
	sparks_put(&sparks, sparks_get(&sparks));
	enemies_put(&enemies, enemies_get(&enemies));
	bare_put(&bare, bare_get(&bare));
	crates_put(&crates, crates_get(&crates));
	shapes_put_byte(&shapes, shapes_get_byte(&shapes));
	return bullets_resolve(&bullets, handle) != NULL;
}
