/* SPDX-License-Identifier: MIT
 * Hooks of the pool and of the objects: which is called when, and for which object. */
#include "world.h"

/* Each hook leaves a letter: o once, i init, r reset, d destroy. Capitals are the objects' own
 * hooks. */
static char said[64];
static uint32_t length;

static void say(char letter)
{
	if (length + 1 < sizeof(said))
		said[length++] = letter;
	said[length] = 0;
}

#define SAYS(name, letter)                    \
	static void name(struct thing *thing) \
	{                                     \
		(void)thing;                  \
		say(letter);                  \
	}
SAYS(once, 'o')
SAYS(init, 'i')
SAYS(reset, 'r')
SAYS(destroy, 'd')
SAYS(own_once, 'O')
SAYS(own_init, 'I')
SAYS(own_reset, 'R')
SAYS(own_destroy, 'D')

#define OWN                             \
	.own = {                        \
		.once = own_once,       \
		.init = own_init,       \
		.reset = own_reset,     \
		.destroy = own_destroy, \
	}
#define ALL OWN, .once = once, .init = init, .reset = reset, .destroy = destroy

TARN_OBJECT_TYPE_WITH(eager, struct thing, 4, TARN_OBJECT_REFUSE, ALL);
TARN_OBJECT_TYPE_WITH(lazy, struct thing, 4, TARN_OBJECT_REFUSE | TARN_OBJECT_LAZY, ALL);
TARN_OBJECT_TYPE_WITH(robbing, struct thing, 4, TARN_OBJECT_ROB_OLDEST, ALL);
TARN_OBJECT_TYPE_WITH(lazily_robbing, struct thing, 4, TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_LAZY,
		      ALL);
TARN_OBJECT_TYPE_WITH(pool_alone, struct thing, 4, TARN_OBJECT_REFUSE, .init = init);
TARN_OBJECT_TYPE_WITH(own_alone, struct thing, 4, TARN_OBJECT_REFUSE, OWN);

static struct tarn_object_pool *const pool = &objects_place[0].core;

/* What the hooks of the call left. */
#define SAID(call, expected)                \
	do {                                \
		length = 0;                 \
		said[0] = 0;                \
		call;                       \
		CHECK_TEXT(said, expected); \
	} while (0)

/* The calls of a type, on the one pool and on the object that was got last. */
static struct thing *thing;
#define GET(type)        (thing = type##_get((void *)pool))
#define PUT(type)        type##_put((void *)pool, thing)
#define OPEN(type, many) CHECK(type##_open_at((void *)pool, ARENA(type, many)))

static void eagerly(void)
{
	SAID(OPEN(eager, 2), "");
	SAID(GET(eager), "OoIi");
	SAID(PUT(eager), "rR");
	SAID(GET(eager), "Ii");
	SAID(tarn_object_reset(pool), "rR");
	SAID(CHECK_EQ(tarn_object_prewarm(pool, 2), 2), "Oo");
	SAID(CHECK_EQ(tarn_object_trim(pool, 1), 1), "dD");
	SAID(LEAVE(), "dD");
}

static void lazily(void)
{
	OPEN(lazy, 2);
	SAID(GET(lazy), "OoIi");
	SAID(PUT(lazy), "");
	SAID(GET(lazy), "rRIi");
	SAID(tarn_object_reset(pool), "");
	SAID(GET(lazy), "rRIi");
	SAID(LEAVE(), "dD");
}

static void the_victim_goes_before_the_newcomer_comes(void)
{
	OPEN(robbing, 1);
	SAID(GET(robbing), "OoIi");
	SAID(GET(robbing), "rRIi");
	SAID(LEAVE(), "rRdD");
	objects_begin();
	OPEN(lazily_robbing, 1);
	SAID(GET(lazily_robbing), "OoIi");
	SAID(GET(lazily_robbing), "rRIi");
	SAID(LEAVE(), "dD");
}

static void by_the_pool_by_the_object_or_by_none(void)
{
	OPEN(pool_alone, 1);
	SAID(GET(pool_alone), "i");
	SAID(PUT(pool_alone), "");
	LEAVE();
	objects_begin();
	OPEN(own_alone, 1);
	SAID(GET(own_alone), "OI");
	SAID(PUT(own_alone), "R");
	SAID(LEAVE(), "D");
}

/* ---- Initialisers with arguments ---------------------------------------------------------- */

static void name_it(struct thing *thing, void *name)
{
	say('n');
	thing->name = *(const uint32_t *)name;
	CHECK(!tarn_object_in_use(pool, thing));
}

static void arguments_inside_or_outside(void)
{
	uint32_t name = 77;
	OPEN(pool_alone, 1);
	SAID(thing = pool_alone_get_with((void *)pool, name_it, &name), "in");
	CHECK_EQ(thing->name, 77);
	CHECK(tarn_object_in_use(pool, thing));
	SAID(CHECK(!pool_alone_get_with((void *)pool, name_it, &name)), "");
	PUT(pool_alone);
	if (CHECK(GET(pool_alone) != NULL)) /* or by the caller, who looks whether there is one */
		thing->name = 78;
}

/* The initialiser belongs to the caller, and is no hook of the pool. It may do what its caller
 * may. */
static void take_another(struct thing *thing, void *second)
{
	*(struct thing **)second = pool_alone_get((void *)pool);
	CHECK(*(struct thing **)second != thing);
	CHECK(!tarn_object_in_use(pool, thing));
}

static void an_initialiser_may_call_its_pool(void)
{
	struct thing *second = NULL;

	OPEN(pool_alone, 3);
	for (int round = 0; round < 3; round++) { /* new slots, then used ones */
		thing = pool_alone_get_with((void *)pool, take_another, &second);
		CHECK(thing && second && thing != second);
		CHECK_EQ(tarn_object_count(pool), 2);
		CHECK_EQ(tarn_object_check(pool, NULL), 0);
		PUT(pool_alone);
		pool_alone_put((void *)pool, second);
	}
}

/* ---- Nobody else sees the object ------------------------------------------------------------ */

static void look(struct thing *thing);
TARN_OBJECT_TYPE_WITH(shy, struct thing, 4, TARN_OBJECT_ROB_OLDEST, .once = look, .init = look,
		      .reset = look, .destroy = look);
static struct shy *const shy = (void *)&objects_place[0];
static shy_handle shy_handle_now;
static uint32_t looks, seen;

static void look(struct thing *at_work)
{
	looks++;
	for (uint32_t at = 0; (at_work = shy_each(shy, &at));)
		seen++;
	seen += shy_resolve(shy, shy_handle_now) != NULL;
}

static void nobody_sees_an_object_in_a_hook(void)
{
	looks = seen = 0;
	OPEN(shy, 1);
	for (int robbed = 0; robbed < 2; robbed++) {
		shy_handle_now = shy_handle_of(shy, GET(shy));
		CHECK_PTR(shy_resolve(shy, shy_handle_now), thing);
	}
	PUT(shy);
	LEAVE();
	CHECK_EQ(looks, 6);
	CHECK_EQ(seen, 0);
}

void do_hooks_run_in_order(void)
{
	CASE(eagerly);
	CASE(lazily);
	CASE(the_victim_goes_before_the_newcomer_comes);
	CASE(by_the_pool_by_the_object_or_by_none);
	CASE(arguments_inside_or_outside);
	CASE(an_initialiser_may_call_its_pool);
	CASE(nobody_sees_an_object_in_a_hook);
}
