/* SPDX-License-Identifier: MIT
 * The model asks what each policy does. Here is what it cannot: a fickle score, other pools. */
#include "world.h"

TARN_OBJECT_TYPE(never, struct thing, 8, TARN_OBJECT_NEVER);
TARN_OBJECT_TYPE(refusing, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(oldest, struct thing, 8, TARN_OBJECT_ROB_OLDEST);

static struct never *const never = (void *)&objects_place[0];
static struct refusing *const refusing = (void *)&objects_place[1];
static struct oldest *const oldest = (void *)&objects_place[2];

/* The score function puts the object that it looks at. So the least one is gone when it should be
 * robbed, and a free one is there instead. */
static struct thing *put_while_scored;
static uint32_t fickle(const struct thing *thing);
TARN_OBJECT_TYPE_WITH(fickles, struct thing, 8, TARN_OBJECT_ROB_LEAST, .score = fickle);
static struct fickles *const fickles = (void *)&objects_place[0];

static uint32_t fickle(const struct thing *thing)
{
	if (thing != put_while_scored && put_while_scored) {
		fickles_put(fickles, put_while_scored);
		put_while_scored = NULL;
	}
	return thing->name;
}

static void what_vanished_is_not_robbed(void)
{
	struct thing *a, *b;

	CHECK(fickles_open_at(fickles, ARENA(fickles, 2)));
	a = fickles_get(fickles);
	b = fickles_get(fickles);
	a->name = 1;
	b->name = 2;
	put_while_scored = a;
	CHECK_PTR(fickles_get(fickles), a);
	CHECK_EQ(objects_stats(&fickles->core).robbed, 0);
	CHECK_POOL(fickles);
}

/* A pool's slots are its own: they are there whatever others take. */
static void a_burst_starves_nobody_else(void)
{
	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1800));
	CHECK(never_open(never, &unit_heap, 4, 4));
	CHECK(refusing_open(refusing, &unit_heap, 4, 4));
	CHECK(oldest_open(oldest, &unit_heap, 4, 4));
	for (int i = 0; i < 100; i++)
		refusing_get(refusing);
	for (int i = 0; i < 100; i++)
		oldest_get(oldest);
	while (tarn_alloc(&unit_heap, 8))
		;
	for (int i = 0; i < 4; i++)
		CHECK(never_get(never) != NULL);
	CHECK_EQ(objects_stats(&refusing->core).refused, 96);
	CHECK_EQ(objects_stats(&oldest->core).robbed, 96);
}

void what_happens_when_it_is_full(void)
{
	CASE(what_vanished_is_not_robbed);
	CASE(a_burst_starves_nobody_else);
}
