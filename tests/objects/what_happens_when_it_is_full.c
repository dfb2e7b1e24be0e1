/* SPDX-License-Identifier: MIT */
#include "world.h"

TARN_OBJECT_TYPE(never, struct thing, 8, TARN_OBJECT_NEVER);
TARN_OBJECT_TYPE(refusing, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(oldest, struct thing, 8, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE(oldest_bits, struct thing, 8, TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_BITS);

static struct never never;
static struct refusing refusing;
static struct oldest oldest;
static struct oldest_bits oldest_bits;

static void never_is_a_fault(void)
{
	CHECK(never_open_at(&never, ARENA(never, 2)));
	never_get(&never);
	never_get(&never);
	CHECK_PTR(never_get(&never), NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_FULL, &never.core);
	CHECK_EQ(objects_stats(&never.core).refused, 1);
	LEAVE();
}

static void refuse_is_null(void)
{
	CHECK(refusing_open_at(&refusing, ARENA(refusing, 2)));
	refusing_get(&refusing);
	refusing_get(&refusing);
	for (uint32_t i = 1; i <= 3; i++) {
		CHECK_PTR(refusing_get(&refusing), NULL);
		CHECK_EQ(objects_stats(&refusing.core).refused, i);
	}
	CHECK_EQ(objects_stats(&refusing.core).robbed, 0);
	LEAVE();
}

/* Got and put in every way, the one got longest ago goes first. */
static void the_oldest_is_robbed(void)
{
	struct thing *a, *b, *c, *d;

	CHECK(oldest_open_at(&oldest, ARENA(oldest, 4)));
	a = oldest_get(&oldest);
	b = oldest_get(&oldest);
	c = oldest_get(&oldest);
	d = oldest_get(&oldest);
	CHECK_PTR(oldest_get(&oldest), a); /* b c d a */
	oldest_put(&oldest, c);            /* from the middle: b d a */
	CHECK_PTR(oldest_get(&oldest), c); /* b d a c */
	oldest_put(&oldest, b);            /* the oldest: d a c */
	oldest_put(&oldest, c);            /* the newest: d a */
	CHECK_PTR(oldest_get(&oldest), c);
	CHECK_PTR(oldest_get(&oldest), b); /* d a c b */
	CHECK_EQ(objects_stats(&oldest.core).robbed, 1);
	CHECK_PTR(oldest_get(&oldest), d);
	CHECK_PTR(oldest_get(&oldest), a);
	CHECK_PTR(oldest_get(&oldest), c);
	CHECK_PTR(oldest_get(&oldest), b);
	CHECK_EQ(objects_stats(&oldest.core).robbed, 5);
	CHECK_EQ(objects_stats(&oldest.core).peak, 4);
	CHECK_EQ(objects_stats(&oldest.core).refused, 0);
	CHECK_EQ(tarn_object_count(&oldest.core), 4);
	CHECK_POOL(&oldest);
	LEAVE();
}

static void so_it_is_without_tags(void)
{
	struct thing *object[3];

	CHECK(oldest_bits_open_at(&oldest_bits, ARENA(oldest_bits, 3)));
	for (int i = 0; i < 3; i++)
		object[i] = oldest_bits_get(&oldest_bits);
	for (int i = 0; i < 7; i++)
		CHECK_PTR(oldest_bits_get(&oldest_bits), object[i % 3]);
	CHECK_POOL(&oldest_bits);
	LEAVE();
}

static uint32_t scored;

/* What is loudest is missed the most. */
static uint32_t loudness(const struct thing *thing)
{
	scored++;
	return thing->name;
}
TARN_OBJECT_TYPE_WITH(sounds, struct thing, 8, TARN_OBJECT_ROB_LEAST, .score = loudness);
static struct sounds sounds;

static void play(uint32_t name, struct thing *expected)
{
	struct thing *sound = sounds_get(&sounds);

	if (expected)
		CHECK_PTR(sound, expected);
	sound->name = name;
}

static void the_least_is_robbed(void)
{
	struct thing *sound[4];

	CHECK(sounds_open_at(&sounds, ARENA(sounds, 4)));
	for (uint32_t i = 0; i < 4; i++) {
		sound[i] = sounds_get(&sounds);
		sound[i]->name = 10 * i + 10;
	}
	sound[2]->name = 5;
	CHECK_EQ(scored, 0);
	play(50, sound[2]);
	CHECK_EQ(scored, 4); /* it looks at all */
	play(60, sound[0]);
	play(70, sound[1]);
	play(80, sound[3]);
	play(15, sound[2]);
	play(90, sound[2]);
	CHECK_EQ(objects_stats(&sounds.core).robbed, 6);
	sounds_put(&sounds, sound[1]);
	play(1, sound[1]); /* not full: nobody is robbed */
	CHECK_EQ(objects_stats(&sounds.core).robbed, 6);
	CHECK_POOL(&sounds);
	LEAVE();
}

/* The score function puts back what it looks at: what was found least is gone when it is to be
 * robbed, and there is a free one instead. */
static struct thing *put_while_scored;
static uint32_t fickle(const struct thing *thing);
TARN_OBJECT_TYPE_WITH(fickles, struct thing, 8, TARN_OBJECT_ROB_LEAST, .score = fickle);
static struct fickles fickles;

static uint32_t fickle(const struct thing *thing)
{
	if (thing != put_while_scored && put_while_scored) {
		fickles_put(&fickles, put_while_scored);
		put_while_scored = NULL;
	}
	return thing->name;
}

static void what_vanished_is_not_robbed(void)
{
	struct thing *a, *b;

	CHECK(fickles_open_at(&fickles, ARENA(fickles, 2)));
	a = fickles_get(&fickles);
	b = fickles_get(&fickles);
	a->name = 1;
	b->name = 2;
	put_while_scored = a;
	CHECK_PTR(fickles_get(&fickles), a);
	CHECK_EQ(objects_stats(&fickles.core).robbed, 0);
	CHECK_POOL(&fickles);
	LEAVE();
}

/* A pool's slots are its own: whatever others take, they are there. */
static void a_burst_starves_nobody_else(void)
{
	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1800));
	CHECK(never_open(&never, &unit_heap, 4, 4));
	CHECK(refusing_open(&refusing, &unit_heap, 4, 4));
	CHECK(oldest_open(&oldest, &unit_heap, 4, 4));
	for (int i = 0; i < 100; i++)
		refusing_get(&refusing);
	for (int i = 0; i < 100; i++)
		oldest_get(&oldest);
	while (tarn_alloc(&unit_heap, 8))
		;
	for (int i = 0; i < 4; i++)
		CHECK(never_get(&never) != NULL);
	CHECK_EQ(objects_stats(&refusing.core).refused, 96);
	CHECK_EQ(objects_stats(&oldest.core).robbed, 96);
	LEAVE();
}

void what_happens_when_it_is_full(void)
{
	CASE(never_is_a_fault);
	CASE(refuse_is_null);
	CASE(the_oldest_is_robbed);
	CASE(so_it_is_without_tags);
	CASE(the_least_is_robbed);
	CASE(what_vanished_is_not_robbed);
	CASE(a_burst_starves_nobody_else);
}
