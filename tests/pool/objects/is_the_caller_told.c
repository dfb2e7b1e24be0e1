/* SPDX-License-Identifier: MIT
 * tarn_on_refused learns who asked of which pool, and from level 2 on a pool knows for each object
 * in use which call got it. The model asks whether each refusal is told, and no other get. */
#include "tarn_refused.h"
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
static void wake(struct thing *thing)
{
	thing->name = 1;
}

TARN_OBJECT_TYPE(things, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(small, struct thing, 8, TARN_OBJECT_REFUSE | TARN_OBJECT_SMALL);
TARN_OBJECT_TYPE(bits, struct thing, 8, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE(oldest, struct thing, 8, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE_WITH(least, struct thing, 8, TARN_OBJECT_ROB_LEAST, .score = score);
TARN_OBJECT_TYPE(growing, struct thing, 14, TARN_OBJECT_GROW);
TARN_OBJECT_TYPE_WITH(lamps, struct lamp, 8,
		      TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS |
			      TARN_OBJECT_KEEP(struct lamp, lit, lit),
		      .once = darken, .init = light, .reset = darken, .in_use = lit);
TARN_OBJECT_TYPE_WITH(woken, struct thing, 8, TARN_OBJECT_REFUSE, .init = wake);

static struct tarn_object_pool *const pool = &objects_place[0].core;
#define POOL ((void *)pool)

/* A get is inline. A sanitizer, or no optimization, makes it longer. */
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
#define SITE_BYTES 8192
#else
#define SITE_BYTES 1024
#endif

/* Each call is in a function of its own. The statement after it keeps the compiler from making it a
 * jump. */
#define SITE(name, call)                                  \
	__attribute__((noinline)) static void *name(void) \
	{                                                 \
		void *object = (call);                    \
                                                          \
		__asm__ volatile("" : "+r"(object));      \
		return object;                            \
	}

static void fresh(struct thing *thing, void *context)
{
	(void)thing, (void)context;
}

SITE(get, things_get(POOL))
SITE(get_with, things_get_with(POOL, fresh, NULL))
SITE(get_held, things_resolve(POOL, things_get_held(POOL, NULL, NULL)))
SITE(get_small, small_get(POOL))
SITE(get_bits, bits_get(POOL))
SITE(get_growing, growing_get(POOL))
SITE(get_lamp, lamps_get(POOL))
SITE(get_woken, woken_get(POOL))
SITE(get_oldest, oldest_get(POOL))
SITE(rob_oldest, oldest_get(POOL))
SITE(get_least, least_get(POOL))
SITE(get_worth, least_get_if_worth(POOL, 9, NULL, NULL))
SITE(get_held_worth, least_resolve(POOL, least_get_held_if_worth(POOL, 9, fresh, NULL)))

static bool lies_in(uint32_t caller, void *(*site)(void))
{
	return (caller & ~UINT32_C(1)) - ((uint32_t)(uintptr_t)site & ~UINT32_C(1)) < SITE_BYTES;
}

/* ---- Who got it ------------------------------------------------------------------------------ */

static void *got_by(void *(*site)(void))
{
	void *object = site();
	uint32_t owner = tarn_object_owner(pool, object);

	CHECK(object != NULL);
	CHECK(TARN_HARDEN >= 2 ? lies_in(owner, site) : owner == 0);
	return object;
}

static void each_way_to_get(void)
{
	struct thing *thing;

	CHECK(things_open_at(POOL, ARENA(things, 4)));
	got_by(get);
	got_by(get_held);
	thing = got_by(get);
	things_put(POOL, thing);
	CHECK_EQ(tarn_object_owner(pool, thing), 0);
	CHECK_PTR(got_by(get_with), thing);
	tarn_object_reset(pool);
	CHECK_EQ(tarn_object_owner(pool, thing), 0);
	CHECK_EQ(tarn_object_owner(pool, &thing), 0);
}

/* A pool of one object: the second get robs it. */
static void of(const struct tarn_object_type *type, void *(*site)(void), void *(*robber)(void))
{
	objects_begin();
	CHECK(tarn_object_open_at(pool, type, unit_arena(), type->facts.stride + 8));
	got_by(site);
	if (robber)
		got_by(robber);
	LEAVE();
}

static void each_kind_of_pool(void)
{
	of(&small_type, get_small, NULL);
	of(&bits_type, get_bits, NULL);
	of(&lamps_type, get_lamp, NULL);
	of(&oldest_type, get_oldest, rob_oldest);
	of(&least_type, get_least, get_worth);
	of(&least_type, get_least, get_held_worth);
}

static void in_overflow_chunks(void)
{
	NEED_COMMONS;
	CHECK(MAKE_COMMONS(2048));
	CHECK(growing_open(POOL, &unit_heap, 1, 4));
	for (int i = 0; i < 4; i++)
		got_by(get_growing);
}

static void leaks_say_who(void)
{
	static const char begin[] = "live objects things live=1 bytes=16\nlive object things 0x";
	struct heard heard = {.length = 0};

	NEED_LEVEL(2);
	CHECK(things_open_at(POOL, ARENA(things, 4)));
	CHECK(get() != NULL);
	tarn_object_report_leaks(objects_hear, &heard);
	CHECK(objects_heard(&heard, begin, "\nlive objects=1 bytes=16\n"));
	CHECK(unit_begins(&heard.text[sizeof(begin) - 1 + 2 * sizeof(void *)], " owner=0x"));
}

/* ---- Who was refused ------------------------------------------------------------------------- */

static struct tarn_refusal last;
static uint32_t calls;

static void note(const struct tarn_refusal *refusal)
{
	last = *refusal;
	calls++;
}

/* The get is refused, and the handler learns it once. */
static void refused(void *(*site)(void), struct tarn_heap *heap, const char *name)
{
	calls = 0;
	tarn_on_refused(note);
	CHECK_PTR(site(), NULL);
	tarn_on_refused(NULL);
	CHECK_EQ(calls, 1);
	CHECK(lies_in((uint32_t)(uintptr_t)last.caller, site));
	CHECK_PTR(last.heap, heap);
	CHECK_TEXT(last.name, name);
	CHECK_EQ(last.size, sizeof(struct thing));
	CHECK_EQ(last.align % _Alignof(struct thing), 0);
	CHECK_EQ(last.reason, TARN_REFUSED_NO_ROOM);
	if (!heap)
		CHECK_EQ(last.free + last.longest, 0);
	CHECK_PTR(site(), NULL);
	CHECK_EQ(calls, 1);
}

static void of_a_pool_that_is_full(void)
{
	CHECK(things_open_at(POOL, ARENA(things, 1)));
	CHECK(get() != NULL);
	refused(get, NULL, "things");
	LEAVE();
	objects_begin();
	CHECK(woken_open_at(POOL, ARENA(woken, 1)));
	CHECK(get_woken() != NULL);
	refused(get_woken, NULL, "woken");
}

/* The heap without room for a chunk counts a refusal. The handler learns only of the pool's. An
 * open for which the heap has no room is the heap's refusal. */
static void of_a_pool_that_cannot_grow(void)
{
	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1024));
	CHECK(growing_open(POOL, &unit_heap, 2, 13));
	while (tarn_alloc(&unit_heap, 8))
		;
	CHECK(get_growing() && get_growing());
	refused(get_growing, &unit_heap, "growing");
	tarn_on_refused(note);
	CHECK(!things_open((void *)&objects_place[1], &unit_heap, 8, 8));
	tarn_on_refused(NULL);
	CHECK_EQ(calls, 2);
	CHECK_PTR(last.heap, &unit_heap);
	CHECK(!last.name);
}

void is_the_caller_told(void)
{
	CASE(each_way_to_get);
	CASE(each_kind_of_pool);
	CASE(in_overflow_chunks);
	CASE(leaks_say_who);
	CASE(of_a_pool_that_is_full);
	CASE(of_a_pool_that_cannot_grow);
}
