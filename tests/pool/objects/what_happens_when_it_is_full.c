/* SPDX-License-Identifier: MIT */
#include "world.h"

TARN_OBJECT_TYPE(never, struct thing, 8, TARN_OBJECT_NEVER);
TARN_OBJECT_TYPE(refusing, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(oldest, struct thing, 8, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE(oldest_bits, struct thing, 8, TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_BITS);

static struct {
	struct never never;
	struct refusing refusing;
	struct oldest oldest;
	struct oldest_bits oldest_bits;
} *const pools = (void *)&objects_place[0];

static void never_is_a_fault(void)
{
	CHECK(never_open_at(&pools->never, ARENA(never, 2)));
	never_get(&pools->never);
	never_get(&pools->never);
	CHECK_PTR(never_get(&pools->never), NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_FULL, &pools->never.core);
	CHECK_EQ(objects_stats(&pools->never.core).refused, 1);
	LEAVE();
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
	LEAVE();
}

/* However objects are got and put, the one got longest ago is robbed first. */
static void the_oldest_is_robbed(void)
{
	struct thing *a, *b, *c, *d;

	CHECK(oldest_open_at(&pools->oldest, ARENA(oldest, 4)));
	a = oldest_get(&pools->oldest);
	b = oldest_get(&pools->oldest);
	c = oldest_get(&pools->oldest);
	d = oldest_get(&pools->oldest);
	CHECK_PTR(oldest_get(&pools->oldest), a); /* b c d a */
	oldest_put(&pools->oldest, c);            /* from the middle: b d a */
	CHECK_PTR(oldest_get(&pools->oldest), c); /* b d a c */
	oldest_put(&pools->oldest, b);            /* the oldest: d a c */
	oldest_put(&pools->oldest, c);            /* the newest: d a */
	CHECK_PTR(oldest_get(&pools->oldest), c);
	CHECK_PTR(oldest_get(&pools->oldest), b); /* d a c b */
	CHECK_EQ(objects_stats(&pools->oldest.core).robbed, 1);
	CHECK_PTR(oldest_get(&pools->oldest), d);
	CHECK_PTR(oldest_get(&pools->oldest), a);
	CHECK_PTR(oldest_get(&pools->oldest), c);
	CHECK_PTR(oldest_get(&pools->oldest), b);
	CHECK_EQ(objects_stats(&pools->oldest.core).robbed, 5);
	CHECK_EQ(objects_stats(&pools->oldest.core).peak, 4);
	CHECK_EQ(objects_stats(&pools->oldest.core).refused, 0);
	CHECK_EQ(tarn_object_count(&pools->oldest.core), 4);
	CHECK_POOL(&pools->oldest);
	LEAVE();
}

static void so_it_is_without_tags(void)
{
	struct thing *object[3];

	CHECK(oldest_bits_open_at(&pools->oldest_bits, ARENA(oldest_bits, 3)));
	for (int i = 0; i < 3; i++)
		object[i] = oldest_bits_get(&pools->oldest_bits);
	for (int i = 0; i < 7; i++)
		CHECK_PTR(oldest_bits_get(&pools->oldest_bits), object[i % 3]);
	CHECK_POOL(&pools->oldest_bits);
	LEAVE();
}

/* An object that is touched is robbed last, wherever it was. */
static void a_touched_one_is_the_newest(void)
{
	struct thing *a, *b, *c, *d;

	CHECK(oldest_open_at(&pools->oldest, ARENA(oldest, 4)));
	a = oldest_get(&pools->oldest);
	oldest_touch(&pools->oldest, a); /* the only one */
	b = oldest_get(&pools->oldest);
	c = oldest_get(&pools->oldest);
	d = oldest_get(&pools->oldest);
	oldest_touch(&pools->oldest, a); /* the oldest: b c d a */
	oldest_touch(&pools->oldest, a); /* the newest */
	oldest_touch(&pools->oldest, c); /* from the middle: b d a c */
	CHECK_PTR(oldest_get(&pools->oldest), b);
	oldest_put(&pools->oldest, a);   /* d c b, and a is idle */
	oldest_touch(&pools->oldest, d); /* c b d */
	CHECK_POOL(&pools->oldest);
	CHECK_PTR(oldest_get(&pools->oldest), a);
	CHECK_PTR(oldest_get(&pools->oldest), c);
	CHECK_PTR(oldest_get(&pools->oldest), b);
	CHECK_PTR(oldest_get(&pools->oldest), d);
	LEAVE();
}

static void what_is_not_in_use_is_not_touched(void)
{
	struct thing *a, *b;

	CHECK(oldest_open_at(&pools->oldest, ARENA(oldest, 2)));
	a = oldest_get(&pools->oldest);
	b = oldest_get(&pools->oldest);
	oldest_touch(&pools->oldest, NULL);
	oldest_put(&pools->oldest, a);
	oldest_touch(&pools->oldest, a);
	EXPECT_POOL_FAULT(TARN_FAULT_DOUBLE_FREE, a);
	oldest_touch(&pools->oldest, (struct thing *)(void *)&b->rest[0]);
	EXPECT_POOL_FAULT(TARN_FAULT_INTERIOR, &b->rest[0]);
	CHECK_POOL(&pools->oldest);
	CHECK_PTR(oldest_get(&pools->oldest), a);
	CHECK_PTR(oldest_get(&pools->oldest), b);
	LEAVE();
}

static uint32_t scored;

/* The loudest sound is missed most. */
static uint32_t loudness(const struct thing *thing)
{
	scored++;
	return thing->name;
}
TARN_OBJECT_TYPE_WITH(sounds, struct thing, 8, TARN_OBJECT_ROB_LEAST, .score = loudness);
static struct {
	struct sounds sounds;
} *const more = (void *)&objects_place[4];

static void play(uint32_t name, struct thing *expected)
{
	struct thing *sound = sounds_get(&more->sounds);

	if (expected)
		CHECK_PTR(sound, expected);
	sound->name = name;
}

static void the_least_is_robbed(void)
{
	struct thing *sound[4];

	CHECK(sounds_open_at(&more->sounds, ARENA(sounds, 4)));
	for (uint32_t i = 0; i < 4; i++) {
		sound[i] = sounds_get(&more->sounds);
		sound[i]->name = 10 * i + 10;
	}
	sound[2]->name = 5;
	CHECK_EQ(scored, 0);
	play(50, sound[2]);
	CHECK_EQ(scored, 4); /* the get asks for the score of all */
	play(60, sound[0]);
	play(70, sound[1]);
	play(80, sound[3]);
	play(15, sound[2]);
	play(90, sound[2]);
	CHECK_EQ(objects_stats(&more->sounds.core).robbed, 6);
	sounds_put(&more->sounds, sound[1]);
	play(1, sound[1]); /* not full: nothing is robbed */
	CHECK_EQ(objects_stats(&more->sounds.core).robbed, 6);
	CHECK_POOL(&more->sounds);
	LEAVE();
}

static void set_name(struct thing *thing, void *name)
{
	thing->name = *(uint32_t *)name;
}

static struct thing *newcomer(uint32_t name)
{
	return sounds_get_if_worth(&more->sounds, name, set_name, &name);
}

/* It is enough to be worth as much as the least. */
static void what_is_worth_less_than_all_is_refused(void)
{
	struct thing *low, *high;
	sounds_handle handle;
	uint32_t name = 30;

	CHECK(sounds_open_at(&more->sounds, ARENA(sounds, 2)));
	low = newcomer(10); /* not full: nothing is robbed */
	high = newcomer(20);
	CHECK_PTR(newcomer(9), NULL);
	CHECK_EQ(objects_stats(&more->sounds.core).refused, 1);
	CHECK_EQ(objects_stats(&more->sounds.core).robbed, 0);
	CHECK_EQ(low->name, 10);
	CHECK_PTR(newcomer(10), low);
	CHECK_PTR(newcomer(25), low);
	CHECK_EQ(low->name, 25);
	CHECK(sounds_none(sounds_get_held_if_worth(&more->sounds, 19, set_name, &name)));
	handle = sounds_get_held_if_worth(&more->sounds, 30, set_name, &name);
	CHECK_PTR(sounds_resolve(&more->sounds, handle), high);
	CHECK_EQ(high->name, 30);
	CHECK_EQ(objects_stats(&more->sounds.core).robbed, 3);
	CHECK_EQ(objects_stats(&more->sounds.core).refused, 2);
	CHECK_POOL(&more->sounds);
	LEAVE();
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
	LEAVE();
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
	LEAVE();
}

void what_happens_when_it_is_full(void)
{
	objects_begin();
	CASE(never_is_a_fault);
	CASE(refuse_is_null);
	CASE(the_oldest_is_robbed);
	CASE(so_it_is_without_tags);
	CASE(a_touched_one_is_the_newest);
	CASE(what_is_not_in_use_is_not_touched);
	CASE(the_least_is_robbed);
	CASE(what_is_worth_less_than_all_is_refused);
	CASE(what_vanished_is_not_robbed);
	CASE(a_burst_starves_nobody_else);
}
