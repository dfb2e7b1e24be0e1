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

static struct {
	struct eager eager;
	struct lazy lazy;
	struct robbing robbing;
	struct lazily_robbing lazily_robbing;
	struct pool_alone pool_alone;
	struct own_alone own_alone;
} *const pools = (void *)&objects_place[0];

/* What the hooks left since the last check. */
#define SAID(expected)                      \
	do {                                \
		CHECK_TEXT(said, expected); \
		length = 0;                 \
		said[0] = 0;                \
	} while (0)

static void eagerly(void)
{
	struct thing *thing;

	CHECK(eager_open_at(&pools->eager, ARENA(eager, 2)));
	SAID("");
	thing = eager_get(&pools->eager);
	SAID("OoIi");
	eager_put(&pools->eager, thing);
	SAID("rR");
	CHECK_PTR(eager_get(&pools->eager), thing);
	SAID("Ii");
	tarn_object_reset(&pools->eager.core);
	SAID("rR");
	CHECK_EQ(tarn_object_prewarm(&pools->eager.core, 2), 2);
	SAID("Oo");
	CHECK_EQ(tarn_object_trim(&pools->eager.core, 1), 1);
	SAID("dD");
	LEAVE();
	SAID("dD");
}

static void lazily(void)
{
	struct thing *thing;

	CHECK(lazy_open_at(&pools->lazy, ARENA(lazy, 2)));
	thing = lazy_get(&pools->lazy);
	SAID("OoIi");
	lazy_put(&pools->lazy, thing);
	SAID("");
	CHECK_PTR(lazy_get(&pools->lazy), thing);
	SAID("rRIi");
	tarn_object_reset(&pools->lazy.core);
	SAID("");
	lazy_get(&pools->lazy);
	SAID("rRIi");
	LEAVE();
	SAID("dD");
}

static void the_victim_goes_before_the_newcomer_comes(void)
{
	struct thing *thing;

	CHECK(robbing_open_at(&pools->robbing, ARENA(robbing, 1)));
	thing = robbing_get(&pools->robbing);
	SAID("OoIi");
	CHECK_PTR(robbing_get(&pools->robbing), thing);
	SAID("rRIi");
	LEAVE();
	SAID("rRdD");
	CHECK(lazily_robbing_open_at(&pools->lazily_robbing, ARENA(lazily_robbing, 1)));
	lazily_robbing_get(&pools->lazily_robbing);
	SAID("OoIi");
	lazily_robbing_get(&pools->lazily_robbing);
	SAID("rRIi");
	LEAVE();
	SAID("dD");
}

static void by_the_pool_by_the_object_or_by_none(void)
{
	CHECK(pool_alone_open_at(&pools->pool_alone, ARENA(pool_alone, 1)));
	pool_alone_put(&pools->pool_alone, pool_alone_get(&pools->pool_alone));
	SAID("i");
	LEAVE();
	CHECK(own_alone_open_at(&pools->own_alone, ARENA(own_alone, 1)));
	own_alone_put(&pools->own_alone, own_alone_get(&pools->own_alone));
	SAID("OIR");
	LEAVE();
	SAID("D");
}

/* ---- Initialisers with arguments ---------------------------------------------------------- */

TARN_OBJECT_TYPE_WITH(named, struct thing, 4, TARN_OBJECT_REFUSE, .init = init);
static struct {
	struct named named;
} *const more = (void *)&objects_place[6];
static bool seen_early;

static void name_it(struct thing *thing, void *name)
{
	say('n');
	thing->name = *(const uint32_t *)name;
	seen_early |= named_in_use(&more->named, thing);
}

static void arguments_inside_or_outside(void)
{
	uint32_t name = 77;
	struct thing *thing;

	CHECK(named_open_at(&more->named, ARENA(named, 1)));
	thing = named_get_with(&more->named, name_it, &name);
	SAID("in");
	CHECK_EQ(thing->name, 77);
	CHECK(named_in_use(&more->named, thing));
	CHECK_PTR(named_get_with(&more->named, name_it, &name), NULL);
	SAID("");
	named_put(&more->named, thing);
	thing = named_get(
		&more->named); /* or by the caller, who first checks whether there is one */
	if (CHECK(thing != NULL))
		thing->name = 78;
	CHECK(!seen_early);
	length = 0;
}

/* The initialiser belongs to the caller, and is no hook of the pool. It may do what its caller
 * may. */
static void take_another(struct thing *thing, void *second)
{
	*(struct thing **)second = named_get(&more->named);
	CHECK(*(struct thing **)second != thing);
	CHECK(!named_in_use(&more->named, thing));
}

static void an_initialiser_may_call_its_pool(void)
{
	struct thing *first, *second = NULL;

	CHECK(named_open_at(&more->named, ARENA(named, 3)));
	for (int round = 0; round < 3; round++) { /* new slots, then used ones */
		first = named_get_with(&more->named, take_another, &second);
		CHECK(first && second && first != second);
		CHECK_EQ(tarn_object_count(&more->named.core), 2);
		CHECK_POOL(&more->named);
		named_put(&more->named, first);
		named_put(&more->named, second);
	}
	length = 0;
}

/* ---- Nobody else sees the object ------------------------------------------------------------ */

static void look(struct thing *thing);
TARN_OBJECT_TYPE_WITH(shy, struct thing, 4, TARN_OBJECT_ROB_OLDEST, .once = look, .init = look,
		      .reset = look, .destroy = look);
static struct {
	struct shy shy;
} *const rest = (void *)&objects_place[7];
static shy_handle shy_handle_now;
static uint32_t looks, seen;

static void look(struct thing *thing)
{
	looks++;
	for (uint32_t at = 0; (thing = shy_each(&rest->shy, &at));)
		seen++;
	seen += shy_resolve(&rest->shy, shy_handle_now) != NULL;
}

static void nobody_sees_an_object_in_a_hook(void)
{
	struct thing *thing;

	looks = seen = 0;
	CHECK(shy_open_at(&rest->shy, ARENA(shy, 1)));
	thing = shy_get(&rest->shy);
	shy_handle_now = shy_handle_of(&rest->shy, thing);
	CHECK(shy_resolve(&rest->shy, shy_handle_now) == thing);
	thing = shy_get(&rest->shy); /* robbed */
	shy_handle_now = shy_handle_of(&rest->shy, thing);
	shy_put(&rest->shy, thing);
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
