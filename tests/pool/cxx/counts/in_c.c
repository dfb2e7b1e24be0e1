/* SPDX-License-Identifier: MIT
 * The rows of C. */
#include "counts.h"
#include "tarn_object.h"
#include "tarn_packed.h"

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
TARN_OBJECT_POOL(robbed, struct particle, OBJECTS, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_POOL_WITH(least, struct particle, HUNDRED, TARN_OBJECT_ROB_LEAST, .score = score);
TARN_OBJECT_TYPE(grow, struct particle, 2 * OBJECTS, TARN_OBJECT_GROW);
TARN_OBJECT_STORAGE_GROWING(grows, grow, OBJECTS, &tarn_default, 2 * OBJECTS);
TARN_OBJECT_POOL(small, struct particle, OBJECTS, TARN_OBJECT_REFUSE | TARN_OBJECT_SMALL);
TARN_OBJECT_POOL(hundred, struct particle, HUNDRED, TARN_OBJECT_REFUSE);
TARN_OBJECT_POOL(fresh, struct particle, HUNDRED, TARN_OBJECT_REFUSE);

#define DOTS(COLUMN, KEEP, SPARSE)       \
	COLUMN(uint32_t, key)            \
	COLUMN(int32_t, x)               \
	COLUMN(int32_t, dx)              \
	SPARSE(uint32_t, light, HUNDRED) \
	SPARSE(uint32_t, heat, HUNDRED)
TARN_PACKED_DECLARE(dots, DOTS);
TARN_PACKED_DEFINE(dots, DOTS, HUNDRED);
static dots_handle dot;
static struct tarn_heap heap;
static _Alignas(16) unsigned char arena[8192];

/* The function must exist, whatever the compiler thinks of it. */
#define MEASURED static __attribute__((noinline, unused))
#define BESIDES  static __attribute__((unused))

#define OBJECT(pool)          struct particle
#define HANDLE(pool)          pool##_handle
#define GET(pool)             pool##_get(&pool)
#define PUT(pool, of)         pool##_put(&pool, of)
#define GET_HELD(pool)        pool##_get_held(&pool, NULL, NULL)
#define RELEASE(pool, handle) pool##_release(&pool, handle)
#define RESOLVE(pool, handle) pool##_resolve(&pool, handle)
#define grows_get             grow_get
#define grows_put             grow_put
#define ACTIVATE()            dots_activate(&dots)
#define DEACTIVATE(i)         dots_deactivate(&dots, i)
#define HANDLE_OF(i)          dots_handle_of(&dots, i)
#define INDEX(handle)         dots_index(&dots, handle)
#define ATTACH(column, i)     tarn_attach(&dots, column, i)
#define DETACH(column, i)     tarn_detach(&dots, column, i)
#define GROUP(one, other)     tarn_group(&dots, one, other)
#define COLUMN_OF(column)     dots.column
#define ALLOC(bytes)          tarn_alloc(&heap, bytes)
#define FREE(block)           tarn_free(&heap, block)
#include "calls.h"

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

static inline void move_all(TARN_COLUMNS(dots, x, dx))
{
	for (uint32_t i = 0; i < count; i++)
		x[i] += dx[i];
}

MEASURED void moves(void)
{
	move_all(tarn_columns(&dots, x, dx));
}

static inline void warm_all(TARN_COMPONENTS(dots, light, heat))
{
	for (uint32_t k = 0; k < count; k++)
		light[k] += heat[k];
}

MEASURED void warms(void)
{
	warm_all(tarn_components(&dots, light, heat));
}

MEASURED void removes(void)
{
	for (uint32_t i = dots.packed.count; i-- > 0;) {
		if (dots.key[i] % 4 == 0)
			dots_deactivate(&dots, i);
	}
}

static bool key_before(const struct dots *array, uint32_t i, uint32_t j)
{
	return array->key[i] < array->key[j];
}

MEASURED void sorts(void)
{
	dots_sort(&dots, key_before);
}

/* As a container does: it computes the size, and continues only with a block. */
MEASURED uint32_t *allocates_many(uint32_t many)
{
	size_t bytes;
	void *block;

	if (__builtin_mul_overflow((size_t)many, sizeof(uint32_t), &bytes))
		bytes = SIZE_MAX;
	block = tarn_alloc(&heap, bytes);
	if (!block)
		__builtin_trap();
	return block;
}

const struct row *c_row(uint32_t i)
{
	if (!i && tarn_init(&heap, arena, sizeof(arena), &tarn_table_default, NULL) != TARN_OK)
		return NULL;
	return row_at(i);
}
