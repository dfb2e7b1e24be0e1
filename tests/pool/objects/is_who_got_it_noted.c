/* SPDX-License-Identifier: MIT
 * From level 2 on a pool knows for each object in use which call got it. */
#include "world.h"

struct lamp {
	struct thing thing;
	uint32_t lit;
};
static void light(struct lamp *lamp)
{
	lamp->lit = 1;
}
static void darken(struct lamp *lamp)
{
	lamp->lit = 0;
}
static bool lit(const struct lamp *lamp)
{
	return lamp->lit;
}
static uint32_t score(const struct thing *thing)
{
	(void)thing;
	return 5;
}

TARN_OBJECT_TYPE(things, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(small, struct thing, 8, TARN_OBJECT_REFUSE | TARN_OBJECT_SMALL);
TARN_OBJECT_TYPE(bits, struct thing, 8, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE(oldest, struct thing, 8, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE_WITH(least, struct thing, 8, TARN_OBJECT_ROB_LEAST, .score = score);
TARN_OBJECT_TYPE(growing, struct thing, 8, TARN_OBJECT_GROW);
TARN_OBJECT_TYPE_WITH(lamps, struct lamp, 8,
		      TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS |
			      TARN_OBJECT_KEEP(struct lamp, lit, lit),
		      .once = darken, .init = light, .reset = darken, .in_use = lit);

static struct {
	struct things things;
	struct small small;
	struct bits bits;
	struct oldest oldest;
	struct least least;
	struct growing growing;
	struct lamps lamps;
} *const pools = (void *)&objects_place[0];

/* Each call is in a function of its own. The statement after it keeps the compiler from making it a
 * jump. */
#define SITE_BYTES 512
#define SITE(name, pool, call)                                           \
	__attribute__((noinline)) static struct thing *name(void)        \
	{                                                                \
		struct thing *thing_ = (call);                           \
                                                                         \
		__asm__ volatile("" : "+r"(thing_)::"memory");           \
		return thing_;                                           \
	}                                                                \
	static void name##_is_noted(struct thing *thing_)                \
	{                                                                \
		check_site(&pools->pool.core, thing_, (uintptr_t)&name); \
	}

static void check_site(struct tarn_object_pool *pool, const void *object, uintptr_t site)
{
	uintptr_t owner = tarn_object_owner(pool, object) & ~(uint32_t)1;

	site &= ~(uintptr_t)1;
	CHECK(object != NULL);
	if (TARN_HARDEN >= 2)
		CHECK((uint32_t)(owner - (uint32_t)site - 1) < SITE_BYTES);
	else
		CHECK_EQ(owner, 0);
}

static void fresh(struct thing *thing, void *context)
{
	(void)thing, (void)context;
}

SITE(get, things, things_get(&pools->things))
SITE(get_with, things, things_get_with(&pools->things, fresh, NULL))
SITE(get_held, things, things_resolve(&pools->things, things_get_held(&pools->things, NULL, NULL)))
SITE(get_small, small, small_get(&pools->small))
SITE(get_bits, bits, bits_get(&pools->bits))
SITE(get_growing, growing, growing_get(&pools->growing))
SITE(get_lamp, lamps, &lamps_get(&pools->lamps)->thing)
SITE(get_oldest, oldest, oldest_get(&pools->oldest))
SITE(rob_oldest, oldest, oldest_get(&pools->oldest))
SITE(get_least, least, least_get(&pools->least))
SITE(get_worth, least, least_get_if_worth(&pools->least, 9, NULL, NULL))
SITE(get_held_worth, least,
     least_resolve(&pools->least, least_get_held_if_worth(&pools->least, 9, fresh, NULL)))

static void each_way_to_get(void)
{
	struct thing *thing;

	CHECK(things_open_at(&pools->things, ARENA(things, 4)));
	get_is_noted(get());
	get_with_is_noted(get_with());
	get_held_is_noted(get_held());
	thing = get();
	things_put(&pools->things, thing);
	CHECK_EQ(tarn_object_owner(&pools->things.core, thing), 0);
	get_with_is_noted(get_with());
	tarn_object_reset(&pools->things.core);
	CHECK_EQ(tarn_object_owner(&pools->things.core, thing), 0);
	get_held_is_noted(get_held());
	CHECK_EQ(tarn_object_owner(&pools->things.core, &thing), 0);
}

static void each_kind_of_pool(void)
{
	CHECK(small_open_at(&pools->small, ARENA(small, 2)));
	get_small_is_noted(get_small());
	LEAVE();
	CHECK(bits_open_at(&pools->bits, ARENA(bits, 2)));
	get_bits_is_noted(get_bits());
	LEAVE();
	CHECK(lamps_open_at(&pools->lamps, ARENA(lamps, 2)));
	get_lamp_is_noted(get_lamp());
	LEAVE();
	CHECK(least_open_at(&pools->least, ARENA(least, 1)));
	get_least_is_noted(get_least());
	get_worth_is_noted(get_worth());
	get_held_worth_is_noted(get_held_worth());
}

static void the_next_owner_after_a_robbery(void)
{
	struct thing *thing;

	CHECK(oldest_open_at(&pools->oldest, ARENA(oldest, 1)));
	thing = get_oldest();
	get_oldest_is_noted(thing);
	CHECK_PTR(rob_oldest(), thing);
	rob_oldest_is_noted(thing);
}

static void in_overflow_chunks(void)
{
	NEED_COMMONS;
	CHECK(MAKE_COMMONS(2048));
	CHECK(growing_open(&pools->growing, &unit_heap, 1, 4));
	for (int i = 0; i < 4; i++)
		get_growing_is_noted(get_growing());
}

static void expect(struct heard *heard, const char *text)
{
	while (*text)
		objects_hear(heard, text++, 1);
}

static void expect_hex(struct heard *heard, uintptr_t number)
{
	expect(heard, "0x");
	for (uint32_t digit = 2 * sizeof(number); digit-- > 0;)
		objects_hear(heard, &"0123456789abcdef"[number >> (4 * digit) & 15], 1);
}

static void leaks_say_who(void)
{
	struct heard heard = {.length = 0};
	struct heard expected = {.length = 0};
	struct thing *thing;

	NEED_LEVEL(2);
	CHECK(things_open_at(&pools->things, ARENA(things, 4)));
	thing = get();
	tarn_object_report_leaks(objects_hear, &heard);
	expect(&expected, "live objects things live=1 bytes=16\nlive object things ");
	expect_hex(&expected, (uintptr_t)thing);
	expect(&expected, " owner=");
	expect_hex(&expected, tarn_object_owner(&pools->things.core, thing));
	expect(&expected, "\nlive objects=1 bytes=16\n");
	CHECK_TEXT(heard.text, expected.text);
}

void is_who_got_it_noted(void)
{
	CASE(each_way_to_get);
	CASE(each_kind_of_pool);
	CASE(the_next_owner_after_a_robbery);
	CASE(in_overflow_chunks);
	CASE(leaks_say_who);
}
