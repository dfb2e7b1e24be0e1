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

#define POOL(type, pool)                                        \
	MEASURED struct particle *pool##_gets(void)             \
	{                                                       \
		return type##_get(&pool);                       \
	}                                                       \
	MEASURED void pool##_puts(struct particle *particle)    \
	{                                                       \
		type##_put(&pool, particle);                    \
	}                                                       \
	BESIDES uintptr_t pool##_one(void)                      \
	{                                                       \
		return (uintptr_t)type##_get(&pool);            \
	}                                                       \
	BESIDES void pool##_back(uintptr_t particle)            \
	{                                                       \
		type##_put(&pool, (struct particle *)particle); \
	}
POOL(refuse, refuse)
POOL(full, full)
POOL(ends, ends)
POOL(oldest, oldest)
POOL(robbed, robbed)
POOL(begins, begins)
POOL(least, least)
POOL(grow, grows)
POOL(bits, bits)
POOL(unlocked, unlocked)
POOL(small, small)
POOL(hundred, hundred)
POOL(fresh, fresh)

/* ---- What is more than a get ---------------------------------------------------------------- */

MEASURED struct particle *gets_made(int32_t x, int32_t y)
{
	struct particle *particle = refuse_get(&refuse);

	if (particle)
		*particle = (struct particle){20, x, y, 1, 2};
	return particle;
}

static refuse_handle handle;

MEASURED void gets_held(void)
{
	handle = refuse_get_held(&refuse, NULL, NULL);
}

MEASURED bool releases(const refuse_handle *given)
{
	return refuse_release(&refuse, *given);
}

MEASURED void handles(const struct particle *particle)
{
	handle = refuse_handle_of(&refuse, particle);
}

MEASURED struct particle *resolves(const refuse_handle *given)
{
	return refuse_resolve(&refuse, *given);
}

static void all_back(uintptr_t unused)
{
	struct particle *particle;

	(void)unused;
	for (uint32_t at = 0; (particle = refuse_each(&refuse, &at));)
		refuse_put(&refuse, particle);
}

static uintptr_t one_held(void)
{
	handle = refuse_get_held(&refuse, NULL, NULL);
	return (uintptr_t)&handle;
}

static uintptr_t one_stale(void)
{
	one_held();
	all_back(0);
	return (uintptr_t)&handle;
}

MEASURED uint32_t counts(void)
{
	return hundred_count(&hundred);
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

static void scored(uintptr_t particle)
{
	((struct particle *)particle)->x = (int32_t)(particle >> 2 & 0xff);
}

static uintptr_t touched(void)
{
	uint32_t at = 0;

	return (uintptr_t)robbed_each(&robbed, &at);
}

MEASURED void touches(struct particle *particle)
{
	robbed_touch(&robbed, particle);
}

static const struct row rows[] = {
#include "rows.h"
};

static void fill(void)
{
	while (full_get(&full))
		;
	for (uint32_t i = 0; i < OBJECTS; i++)
		robbed_get(&robbed);
	for (uint32_t i = 0; i < HUNDRED; i++) {
		hundred_get(&hundred)->dx = 1;
		bits_get(&bits)->dx = 1;
		scored((uintptr_t)least_get(&least));
	}
	bits_put(&bits, bits_each(&bits, &(uint32_t){0})); /* one is free */
}

const struct row *c_row(uint32_t i)
{
	if (i == 0)
		fill();
	return row_at(rows, sizeof(rows) / sizeof(rows[0]), i);
}
