/* SPDX-License-Identifier: MIT
 * It compiles as it is. `refuse` makes one thing wrong at a time. */
#include "tarn_variant.h"

struct bullet {
	int x, y, frames;
};
struct enemy {
	int x, y, frames;
};
struct crate {
	char rounds[1 << 19];
};
void bullet_init(struct bullet *bullet);
void enemy_init(struct enemy *enemy);
void reset(struct bullet *bullet);
uint32_t score(const struct bullet *bullet);
bool in_use(const struct bullet *bullet);

#define KEEPS(first, last) TARN_OBJECT_KEEP(struct bullet, first, last)

#ifndef CAPACITY
#define CAPACITY 8
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
#ifndef TYPED
#define TYPED TARN_OBJECT_REFUSE | TARN_OBJECT_SIBLINGS(64)
#endif
#ifndef CALL
#define CALL bullets_count(&bullets)
#endif
#ifndef HANDLE
#define HANDLE enemies_handle
#endif
#ifndef WASTE
#define WASTE 85
#endif

TARN_OBJECT_POOL_WITH(bullets, struct bullet, CAPACITY, OPTIONS, HOOKS);
TARN_OBJECT_POOL(bare, struct bullet, 4, BARE);
TARN_OBJECT_POOL(enemies, struct enemy, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(sparks, struct bullet, 8, TYPED);
TARN_OBJECT_TYPE(crates, struct crate, 1 << 20, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(horde, struct bullet, 8, TARN_OBJECT_GROW);
#ifdef STORED
STORED;
#endif

/* Pools that cannot answer every call. */
TARN_OBJECT_POOL(bits, struct bullet, 4, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_POOL_WITH(knows, struct bullet, 4,
		      TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS | KEEPS(frames, frames),
		      .in_use = in_use);
TARN_OBJECT_POOL_WITH(least, struct bullet, 4, TARN_OBJECT_ROB_LEAST, .score = score);
TARN_OBJECT_POOL(oldest, struct bullet, 4, TARN_OBJECT_ROB_OLDEST);

#define SHAPES(VARIANT, pool)                \
	VARIANT(pool, point, struct enemy)   \
	VARIANT(pool, bullet, struct bullet) \
	VARIANT(pool, byte, int)
TARN_VARIANTS(shapes, SHAPES, 4, TARN_OBJECT_REFUSE);
TARN_VARIANTS_WASTE(shapes, SHAPES, WASTE);

uint32_t use(HANDLE handle, struct bullet *bullet, struct enemy *enemy);
uint32_t use(HANDLE handle, struct bullet *bullet, struct enemy *enemy)
{
#ifdef INSIDE
	INSIDE;
#endif
	(void)bullet, (void)enemy;
	(void)(CALL);
	bullets_put(&bullets, bullets_get(&bullets));
	bare_put(&bare, bare_get(&bare));
	bits_put(&bits, bits_get(&bits));
	knows_put(&knows, knows_get(&knows));
	shapes_put_byte(&shapes, shapes_get_byte(&shapes));
	least_get_if_worth(&least, 1, NULL, NULL);
	oldest_touch(&oldest, oldest_get(&oldest));
	return enemies_resolve(&enemies, handle) != NULL;
}
