/* SPDX-License-Identifier: MIT
 * The model asks which object each policy takes. Here is what it cannot: names, other pools. */
#include "world.h"

TARN_OBJECT_TYPE(never, struct thing, 8, TARN_OBJECT_NEVER);
TARN_OBJECT_TYPE(refusing, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(oldest, struct thing, 8, TARN_OBJECT_ROB_OLDEST);

static struct {
	struct never never;
	struct refusing refusing;
	struct oldest oldest;
} *const pools = (void *)&objects_place[0];

static void never_is_a_fault(void)
{
	CHECK(never_open_at(&pools->never, ARENA(never, 2)));
	never_get(&pools->never);
	never_get(&pools->never);
	CHECK_PTR(never_get(&pools->never), NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_FULL, &pools->never.core);
	CHECK_EQ(objects_stats(&pools->never.core).refused, 1);
}

static void refuse_is_null(void)
{
	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 2)));
	refusing_get(&pools->refusing);
	refusing_get(&pools->refusing);
	for (uint32_t i = 1; i <= 3; i++) {
		CHECK_PTR(refusing_get(&pools->refusing), NULL);
		CHECK_EQ(objects_stats(&pools->refusing.core).refused, i);
	}
	CHECK_EQ(objects_stats(&pools->refusing.core).robbed, 0);
}

/* The score function puts the object that it looks at. So the least one is gone when it should be
 * robbed, and a free one is there instead. */
static struct thing *put_while_scored;
static uint32_t fickle(const struct thing *thing);
TARN_OBJECT_TYPE_WITH(fickles, struct thing, 8, TARN_OBJECT_ROB_LEAST, .score = fickle);
static struct {
	struct fickles fickles;
} *const rest = (void *)&objects_place[5];

static uint32_t fickle(const struct thing *thing)
{
	if (thing != put_while_scored && put_while_scored) {
		fickles_put(&rest->fickles, put_while_scored);
		put_while_scored = NULL;
	}
	return thing->name;
}

static void what_vanished_is_not_robbed(void)
{
	struct thing *a, *b;

	CHECK(fickles_open_at(&rest->fickles, ARENA(fickles, 2)));
	a = fickles_get(&rest->fickles);
	b = fickles_get(&rest->fickles);
	a->name = 1;
	b->name = 2;
	put_while_scored = a;
	CHECK_PTR(fickles_get(&rest->fickles), a);
	CHECK_EQ(objects_stats(&rest->fickles.core).robbed, 0);
	CHECK_POOL(&rest->fickles);
}

/* A pool's slots are its own: they are there whatever others take. */
static void a_burst_starves_nobody_else(void)
{
	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1800));
	CHECK(never_open(&pools->never, &unit_heap, 4, 4));
	CHECK(refusing_open(&pools->refusing, &unit_heap, 4, 4));
	CHECK(oldest_open(&pools->oldest, &unit_heap, 4, 4));
	for (int i = 0; i < 100; i++)
		refusing_get(&pools->refusing);
	for (int i = 0; i < 100; i++)
		oldest_get(&pools->oldest);
	while (tarn_alloc(&unit_heap, 8))
		;
	for (int i = 0; i < 4; i++)
		CHECK(never_get(&pools->never) != NULL);
	CHECK_EQ(objects_stats(&pools->refusing.core).refused, 96);
	CHECK_EQ(objects_stats(&pools->oldest.core).robbed, 96);
}

void what_happens_when_it_is_full(void)
{
	CASE(never_is_a_fault);
	CASE(refuse_is_null);
	CASE(what_vanished_is_not_robbed);
	CASE(a_burst_starves_nobody_else);
}
