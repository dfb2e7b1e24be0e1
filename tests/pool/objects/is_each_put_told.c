/* SPDX-License-Identifier: MIT
 * TARN_OBJECT_WAITED: the port is called after each call that makes an object available, outside
 * the lock, and at no other time. */
#include "tarn_port.h"
#include "world.h"

static uint32_t told;
static struct tarn_object_pool *told_of;
static uint32_t live_then; /* objects in use when the port was called */

void tarn_port_object_put(struct tarn_object_pool *pool)
{
	told++;
	told_of = pool;
	live_then = tarn_object_count(pool); /* takes the lock */
}

/* There was one call since the last check, for this pool, when so many were in use. */
#define CHECK_TOLD(pool, live)                     \
	do {                                       \
		CHECK_EQ(told, 1);                 \
		CHECK_PTR(told_of, &(pool)->core); \
		CHECK_EQ(live_then, (live));       \
		told = 0;                          \
	} while (0)

static void destroy(struct thing *thing)
{
	(void)thing;
}

TARN_OBJECT_TYPE(plain, struct thing, 4, TARN_OBJECT_REFUSE | TARN_OBJECT_WAITED);
TARN_OBJECT_TYPE(small, struct thing, 4,
		 TARN_OBJECT_REFUSE | TARN_OBJECT_WAITED | TARN_OBJECT_SMALL);
TARN_OBJECT_TYPE_WITH(hooked, struct thing, 4, TARN_OBJECT_REFUSE | TARN_OBJECT_WAITED,
		      .reset = destroy, .destroy = destroy);
TARN_OBJECT_TYPE(growing, struct thing, 4, TARN_OBJECT_GROW | TARN_OBJECT_WAITED);
TARN_OBJECT_TYPE(untold, struct thing, 4, TARN_OBJECT_REFUSE);

static struct {
	struct plain plain;
	struct small small;
	struct hooked hooked;
	struct growing growing;
	struct untold untold;
} *const pools = (void *)&objects_place[0];

/* Gets call nothing. Each way back calls the port once, when the object is back. */
#define WAYS(name)                                                               \
	static void name##_ways(void)                                            \
	{                                                                        \
		struct name *pool = &pools->name;                                \
		struct thing *thing = name##_get(pool);                          \
		name##_handle handle = name##_handle_of(pool, name##_get(pool)); \
                                                                                 \
		CHECK_EQ(told, 0);                                               \
		name##_put(pool, thing);                                         \
		CHECK_TOLD(pool, 1);                                             \
		CHECK(name##_release(pool, handle));                             \
		CHECK_TOLD(pool, 0);                                             \
		CHECK(!name##_release(pool, handle));                            \
		CHECK(name##_get(pool) && name##_get_with(pool, NULL, NULL));    \
		CHECK(!name##_none(name##_get_held(pool, NULL, NULL)));          \
		CHECK_EQ(told, 0);                                               \
		tarn_object_reset(&pool->core);                                  \
		CHECK_TOLD(pool, 0);                                             \
		tarn_object_reset_all();                                         \
		CHECK_TOLD(pool, 0);                                             \
		tarn_object_prewarm(&pool->core, 2);                             \
		CHECK_TOLD(pool, 0);                                             \
		CHECK(tarn_object_close(&pool->core));                           \
		CHECK_EQ(told, 0);                                               \
	}
WAYS(plain)
WAYS(small)
WAYS(hooked)
WAYS(growing)

static void by_every_way_back(void)
{
	told = 0;
	CHECK(plain_open_at(&pools->plain, ARENA(plain, 4)));
	plain_ways();
	CHECK(small_open_at(&pools->small, ARENA(small, 4)));
	small_ways();
	CHECK(hooked_open_at(&pools->hooked, ARENA(hooked, 4)));
	hooked_ways();
	LEAVE();
}

/* An overflow chunk is back on the heap before the port is called. */
static void of_pools_that_grow(void)
{
	struct thing *thing[3];

	SKIP_UNLESS(TARN_COMMONS && unit_arena_bytes() >= 1024, "no room for commons");
	CHECK(MAKE_COMMONS(1024));
	told = 0;
	CHECK(growing_open(&pools->growing, &unit_heap, 1, 4));
	for (int i = 0; i < 3; i++)
		thing[i] = growing_get(&pools->growing);
	for (uint32_t i = 3; i-- > 0;) {
		growing_put(&pools->growing, thing[i]);
		CHECK_TOLD(&pools->growing, i);
	}
	growing_ways();
	LEAVE();
}

/* While .destroy runs, nobody can get the object. */
static void by_a_trim(void)
{
	told = 0;
	CHECK(hooked_open_at(&pools->hooked, ARENA(hooked, 4)));
	hooked_put(&pools->hooked, hooked_get(&pools->hooked));
	told = 0;
	CHECK_EQ(tarn_object_trim(&pools->hooked.core, 0), 0);
	CHECK_TOLD(&pools->hooked, 0);
	CHECK(tarn_object_close(&pools->hooked.core));
	LEAVE();
}

/* A waiting task may be woken for nothing. It checks again. */
static void also_by_a_refused_one(void)
{
	struct thing *thing;

	CHECK(plain_open_at(&pools->plain, ARENA(plain, 4)));
	thing = plain_get(&pools->plain);
	plain_put(&pools->plain, thing);
	told = 0;
	plain_put(&pools->plain, thing);
	EXPECT_POOL_FAULT(TARN_FAULT_DOUBLE_FREE, thing);
	CHECK_TOLD(&pools->plain, 0);
	CHECK(tarn_object_close(&pools->plain.core));
	LEAVE();
}

static void of_no_other_type(void)
{
	told = 0;
	CHECK(untold_open_at(&pools->untold, ARENA(untold, 4)));
	untold_put(&pools->untold, untold_get(&pools->untold));
	tarn_object_reset(&pools->untold.core);
	tarn_object_prewarm(&pools->untold.core, 2);
	CHECK(tarn_object_close(&pools->untold.core));
	CHECK_EQ(told, 0);
	LEAVE();
}

static void a_wait_has_its_fault(void)
{
	CHECK(plain_open_at(&pools->plain, ARENA(plain, 4)));
	tarn_object_cannot_wait_(&pools->plain.core, NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_CONTEXT, &pools->plain.core);
	CHECK_TEXT(tarn_fault_name(TARN_FAULT_CONTEXT), "context");
	CHECK(tarn_object_close(&pools->plain.core));
	LEAVE();
}

void is_each_put_told(void)
{
	objects_begin();
	CASE(by_every_way_back);
	CASE(of_pools_that_grow);
	CASE(by_a_trim);
	CASE(also_by_a_refused_one);
	CASE(of_no_other_type);
	CASE(a_wait_has_its_fault);
}
