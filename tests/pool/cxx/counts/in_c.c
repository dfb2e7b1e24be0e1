/* SPDX-License-Identifier: MIT
 * The rows of C. */
#include "counts.h"
#include "tarn_object.h"

static void clear(struct particle *particle)
{
	particle->frames_left = 0;
}

static void stop(struct particle *particle)
{
	particle->dx = 0;
}

static uint32_t score(const struct particle *particle)
{
	return (uint32_t)particle->x;
}

TARN_OBJECT_POOL(refuse, struct particle, OBJECTS, TARN_OBJECT_REFUSE);
TARN_OBJECT_POOL(full, struct particle, OBJECTS, TARN_OBJECT_REFUSE);
TARN_OBJECT_POOL_WITH(ends, struct particle, OBJECTS, TARN_OBJECT_REFUSE, .reset = stop);
TARN_OBJECT_POOL(oldest, struct particle, OBJECTS, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_POOL(robbed, struct particle, OBJECTS, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_POOL_WITH(begins, struct particle, OBJECTS, TARN_OBJECT_ROB_OLDEST, .init = clear);
TARN_OBJECT_POOL_WITH(least, struct particle, HUNDRED, TARN_OBJECT_ROB_LEAST, .score = score);
TARN_OBJECT_TYPE(grow, struct particle, 2 * OBJECTS, TARN_OBJECT_GROW);
TARN_OBJECT_STORAGE_GROWING(grows, grow, OBJECTS, &tarn_default, 2 * OBJECTS);
TARN_OBJECT_POOL(bits, struct particle, HUNDRED, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_POOL(unlocked, struct particle, OBJECTS, TARN_OBJECT_REFUSE | TARN_OBJECT_UNLOCKED);
TARN_OBJECT_POOL(small, struct particle, OBJECTS, TARN_OBJECT_REFUSE | TARN_OBJECT_SMALL);
TARN_OBJECT_POOL(hundred, struct particle, HUNDRED, TARN_OBJECT_REFUSE);
TARN_OBJECT_POOL(fresh, struct particle, HUNDRED, TARN_OBJECT_REFUSE);

/* The function must exist, whatever the compiler thinks of it. */
#define MEASURED static __attribute__((noinline, unused))
#define BESIDES  static __attribute__((unused))

#define OBJECT(pool)          struct particle
#define HANDLE(pool)          pool##_handle
#define GET(pool)             pool##_get(&pool)
#define PUT(pool, of)         pool##_put(&pool, of)
#define GET_HELD(pool)        pool##_get_held(&pool, NULL, NULL)
#define RELEASE(pool, handle) pool##_release(&pool, handle)
#define HANDLE_OF(pool, of)   pool##_handle_of(&pool, of)
#define RESOLVE(pool, handle) pool##_resolve(&pool, handle)
#define COUNT(pool)           pool##_count(&pool)
#define TOUCH(pool, of)       pool##_touch(&pool, of)
#define grows_get             grow_get
#define grows_put             grow_put

#include "calls.h"

MEASURED struct particle *gets_made(int32_t x, int32_t y)
{
	struct particle *particle = refuse_get(&refuse);

	if (particle)
		*particle = (struct particle){20, x, y, 1, 2};
	return particle;
}

static void all_back(uintptr_t unused)
{
	struct particle *particle;

	(void)unused;
	for (uint32_t at = 0; (particle = refuse_each(&refuse, &at));)
		refuse_put(&refuse, particle);
}

MEASURED void walks(void)
{
	struct particle *particle;

	for (uint32_t at = 0; (particle = hundred_each(&hundred, &at));)
		particle->x += particle->dx;
}

MEASURED void walks_bits(void)
{
	struct particle *particle;

	for (uint32_t at = 0; (particle = bits_each(&bits, &at));)
		particle->x += particle->dx;
}

static uintptr_t touched(void)
{
	uint32_t at = 0;

	return (uintptr_t)robbed_each(&robbed, &at);
}

static void put_a_bit(void)
{
	bits_put(&bits, bits_each(&bits, &(uint32_t){0}));
}

const struct row *c_row(uint32_t i)
{
	if (i == 0)
		fill();
	return row_at(rows, sizeof(rows) / sizeof(rows[0]), i);
}
