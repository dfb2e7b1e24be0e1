/* SPDX-License-Identifier: MIT
 * A pool lives a whole life: gets, robberies, puts, trim, reset, close. Each callback on the way is
 * left once: hooks, scores, initialisers, the fault handler. The stack that it leaves is
 * overwritten. Afterwards the pool must be sound, and serve all its objects after one reset. */
#include "world.h"

#if defined(__clang__) && !defined(__x86_64__) && !defined(__arm__)
#define JUMPS 0 /* no __builtin_longjmp */
#else
#define JUMPS 1
#endif
#define CAPACITY 3

static void *frame[5];
static uint32_t seen, leave_at; /* callbacks */

static void callback(void)
{
#if JUMPS
	if (++seen == leave_at)
		__builtin_longjmp(frame, 1);
#endif
}
static void hook(struct thing *thing)
{
	(void)thing;
	callback();
}
static uint32_t score(const struct thing *thing)
{
	callback();
	return thing->name;
}
static void initialise(struct thing *thing, void *name)
{
	thing->name = (uint32_t)(uintptr_t)name;
	callback();
}
static void handler(const struct tarn_fault *fault)
{
	CHECK_EQ(fault->kind, TARN_FAULT_USE_AFTER_FREE);
	callback();
}

#define HOOKS .once = hook, .init = hook, .reset = hook, .destroy = hook
TARN_OBJECT_TYPE(plain, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE_WITH(brief, struct thing, 8, TARN_OBJECT_REFUSE, .init = hook, .own.reset = hook);
TARN_OBJECT_TYPE_WITH(hooked, struct thing, 8, TARN_OBJECT_REFUSE, HOOKS);
TARN_OBJECT_TYPE_WITH(lazy, struct thing, 8, TARN_OBJECT_REFUSE | TARN_OBJECT_LAZY, HOOKS);
TARN_OBJECT_TYPE_WITH(bits, struct thing, 8, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS, HOOKS);
TARN_OBJECT_TYPE_WITH(oldest, struct thing, 8, TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_UNLOCKED,
		      HOOKS);
TARN_OBJECT_TYPE_WITH(least, struct thing, 8, TARN_OBJECT_ROB_LEAST, .score = score, HOOKS);
TARN_OBJECT_TYPE_WITH(growing, struct thing, 8, TARN_OBJECT_GROW, HOOKS, .step = 1);

static struct tarn_object_pool *const pool = &objects_place[0].core;

static __attribute__((noinline)) void overwrite(void)
{
	volatile unsigned char stack[512];

	for (uint32_t i = 0; i < sizeof(stack); i++)
		stack[i] = 0x44;
}

/* Runs what may be left. True: it was. */
static __attribute__((noinline)) bool left(void (*live)(void))
{
#if JUMPS
	if (__builtin_setjmp(frame)) {
		overwrite();
		return true;
	}
#endif
	live();
	return false;
}

/* Calls from deeper in the stack than the call that was left. Without optimization, or with a
 * sanitizer, that one has large frames. */
#if defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif
#if defined(__OPTIMIZE__) && !SANITIZED
#define DEEPER 400
#else
#define DEEPER 8000
#endif
static __attribute__((noinline)) void deeper(void (*call)(struct tarn_object_pool *pool))
{
	volatile unsigned char stack[DEEPER];

	__asm__ volatile("" : : "r"(stack) : "memory");
	call(pool);
	__asm__ volatile("" : : "r"(stack) : "memory"); /* the call is not the last */
}

static void check_all_serve(void)
{
	void *object[CAPACITY];

	for (uint32_t i = 0; i < CAPACITY; i++)
		CHECK((object[i] = tarn_object_get(pool)) != NULL);
	CHECK_EQ(tarn_object_count(pool), CAPACITY);
	CHECK_EQ(tarn_object_check(pool, NULL), 0);
	for (uint32_t i = 0; i < CAPACITY; i++)
		tarn_object_put(object[i], pool);
	CHECK_EQ(tarn_object_count(pool), 0);
}

/* By a reset at the same level, or by a forced one from anywhere. */
static void check_usable(bool forced)
{
	CHECK_EQ(tarn_object_check(pool, NULL), 0);
	if (forced)
		deeper(tarn_object_reset_forced);
	else
		tarn_object_reset(pool);
	CHECK_EQ(pool->calls, 0);
	CHECK_EQ(tarn_object_check(pool, NULL), 0);
	CHECK_EQ(tarn_object_count(pool), 0);
	check_all_serve();
	LEAVE();
}

/* Does the pool know which call was left? */
static bool knows_its_call(void)
{
	return TARN_PORT_CONTEXT() && TARN_OBJECT_HAS_REST_(pool->type->facts.options);
}

static bool open_pool(const struct tarn_object_type *type)
{
	objects_begin();
	if (type->facts.options & TARN_OBJECT_GROW)
		return MAKE_COMMONS(1024) && tarn_object_open(pool, type, &unit_heap, 1, CAPACITY);
	return tarn_object_open_at(pool, type, unit_arena(), type->facts.stride * CAPACITY + 8);
}

static void each_is_left(const struct tarn_object_type *type, void (*live)(void),
			 uint32_t callbacks)
{
	tarn_fault_handler *before = tarn_on_fault(handler);
	bool was_left = true;

	for (leave_at = 1; was_left; leave_at++) {
		for (int forced = 0; forced < 2; forced++) {
			CHECK(open_pool(type));
			seen = 0;
			was_left = left(live);
			seen = leave_at;
			if (was_left)
				check_usable(forced || !knows_its_call());
		}
	}
	CHECK_EQ(leave_at - 2, JUMPS ? callbacks : 0);
	tarn_on_fault(before);
}

/* A life of the pool. A chunk of one slot goes back to the heap when its object is put. From level
 * 2 on there is one callback more: the fault. */
#define LEFT(type, callbacks)                                                                    \
	static __attribute__((noinline)) void type##_live(void)                                  \
	{                                                                                        \
		struct type *it = (void *)pool;                                                  \
		struct thing *thing[CAPACITY + 1];                                               \
                                                                                                 \
		for (uintptr_t i = 0; i <= CAPACITY; i++)                                        \
			thing[i] = type##_get_with(it, initialise, (void *)i);                   \
		type##_put(it, thing[2]);                                                        \
		if (TARN_HARDEN >= 2 && !(type##_options & TARN_OBJECT_GROW))                    \
			thing[2]->rest[2] = 7;                                                   \
		thing[2] = type##_get(it);                                                       \
		type##_put(it, thing[2]);                                                        \
		(void)tarn_object_trim(pool, 0);                                                 \
		(void)tarn_object_prewarm(pool, CAPACITY);                                       \
		tarn_object_reset(pool);                                                         \
		(void)!tarn_object_close(pool);                                                  \
	}                                                                                        \
	static void type##_is_left(void)                                                         \
	{                                                                                        \
		bool fault = TARN_HARDEN >= 2 && !(type##_options & TARN_OBJECT_GROW);           \
                                                                                                 \
		SKIP_UNLESS(TARN_COMMONS || !(type##_options & TARN_OBJECT_GROW), "no commons"); \
		each_is_left(&type##_type, type##_live, callbacks + fault);                      \
	}
LEFT(plain, 3)
LEFT(brief, 11)
LEFT(hooked, 19)
LEFT(lazy, 16)
LEFT(bits, 19)
LEFT(oldest, 22)
LEFT(least, 25)
LEFT(growing, 21)

/* ---- Meanwhile ------------------------------------------------------------------------------- */

static void get_and_put(struct tarn_object_pool *of)
{
	tarn_object_put(tarn_object_get(of), of);
}

static void hooked_left(void)
{
	CHECK(open_pool(&hooked_type));
	seen = 0;
	leave_at = 2;
	CHECK(left(hooked_live));
}

/* A call from deeper in the stack cannot be told from one of the hook. The first call that can
 * ends that. */
static void deeper_calls_are_refused(void)
{
	SKIP_UNLESS(JUMPS && TARN_PORT_CONTEXT(), "no jump, or no context");
	hooked_left();
	deeper(get_and_put);
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, pool);
	CHECK_EQ(pool->calls, 1);
	get_and_put(pool);
	CHECK_EQ(pool->calls, 0);
	deeper(get_and_put);
}

/* The next get creates the object, and prepares it. */
static void once_runs_again(void)
{
	SKIP_UNLESS(JUMPS, "no jump");
	CHECK(open_pool(&hooked_type));
	seen = 0;
	leave_at = 1;
	CHECK(left(hooked_live));
	CHECK(tarn_object_get(pool) != NULL);
	CHECK_EQ(seen, 3);
	check_usable(true);
}

/* The pool serves its other objects. */
static void another_context_is_served(void)
{
	SKIP_UNLESS(JUMPS, "no jump");
	hooked_left();
	objects_place[0].hand.context++;
	for (int resets = 0; resets < 2; resets++) {
		for (int i = 1; i < CAPACITY; i++)
			CHECK(tarn_object_get(pool) != NULL);
		CHECK(!tarn_object_get(pool));
		CHECK_EQ(tarn_object_check(pool, NULL), 0);
		tarn_object_reset(pool);
		CHECK_EQ(pool->calls, 1);
	}
	check_usable(true);
}

/* The pool knows only one of them. Nobody knows whether .once had another one. */
static void two_are_left(const struct tarn_object_type *type, void (*live)(void), bool once)
{
	struct tarn_object_stats stats;

	SKIP_UNLESS(JUMPS, "no jump");
	CHECK(open_pool(type));
	for (int i = 0; i < 2; i++) {
		seen = 0;
		leave_at = once ? 3 : 1; /* the initialiser */
		CHECK(left(live));
		if (i == 0 && TARN_OBJECT_HAS_REST_(type->facts.options))
			objects_place[0].hand.context++;
	}
	CHECK_EQ(pool->calls, 2);
	CHECK_EQ(tarn_object_check(pool, NULL), 0);
	tarn_object_reset_forced(pool);
	CHECK_EQ(pool->calls, 0);
	CHECK_EQ(tarn_object_check(pool, NULL), 0);
	tarn_object_stats(pool, &stats);
	CHECK_EQ(stats.live, 0);
	CHECK_EQ(stats.retired, once && stats.grown == 0);
	if (!stats.retired)
		check_all_serve();
}
static void two_plain_are_left(void)
{
	two_are_left(&plain_type, plain_live, false);
}
static void two_hooked_are_left(void)
{
	two_are_left(&hooked_type, hooked_live, true);
}
static void two_growing_are_left(void)
{
	NEED_COMMONS;
	two_are_left(&growing_type, growing_live, true);
	CHECK_SOUND(&unit_heap);
}

/* ---- Told from a hook that calls its pool ---------------------------------------------------- */

/* These end in a call, which a compiler makes a jump: then the hook has no frame. */
static struct thing *nested_other;
static void init_calls(struct thing *thing)
{
	(void)thing;
	tarn_object_reset(pool);
}
static void reset_calls(struct thing *thing);
TARN_OBJECT_TYPE_WITH(nested, struct thing, 8, TARN_OBJECT_REFUSE, .init = init_calls,
		      .reset = reset_calls);
static struct nested *const nested = (void *)&objects_place[0];
static void reset_calls(struct thing *thing)
{
	(void)thing;
	nested_put(nested, nested_other);
}

static void a_hook_that_calls_is_named(void)
{
	struct thing *thing;

	SKIP_UNLESS(TARN_PORT_CONTEXT(), "no context");
	CHECK(open_pool(&nested_type));
	nested_other = nested_get(nested);
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, pool);
	for (int i = 0; i < 3; i++) { /* the inline calls, then those in full */
		thing = i < 2 ? nested_get(nested) : nested_get_with(nested, NULL, NULL);
		EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, pool);
		CHECK_EQ(pool->calls, 0);
		if (i < 2)
			nested_put(nested, thing);
		else
			tarn_object_put(thing, pool);
		EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, nested_other);
		CHECK_EQ(pool->calls, 0);
	}
	nested_other = NULL;
}

#if JUMPS
/* In one function: the second call stands where the first one stood. */
static __attribute__((noinline)) struct thing *get_again(struct brief *brief)
{
	if (!__builtin_setjmp(frame))
		brief_put(brief, brief_get(brief));
	return brief_get(brief);
}
#endif

static void the_same_place_may_call_again(void)
{
	struct brief *brief = (void *)pool;

	SKIP_UNLESS(JUMPS, "no jump");
	CHECK(open_pool(&brief_type));
	for (leave_at = 1; leave_at <= 2; leave_at++) {
		seen = leave_at;
		brief_put(brief, brief_get(brief)); /* so the next calls are the inline ones */
		seen = 0;
#if JUMPS
		CHECK(get_again(brief) != NULL);
#endif
		CHECK(!TARN_PORT_CONTEXT() || pool->calls == 0);
		tarn_object_reset_forced(pool);
	}
}

void may_a_hook_never_return(void)
{
	CASE(plain_is_left);
	CASE(brief_is_left);
	CASE(hooked_is_left);
	CASE(lazy_is_left);
	CASE(bits_is_left);
	CASE(oldest_is_left);
	CASE(least_is_left);
	CASE(growing_is_left);
	CASE(deeper_calls_are_refused);
	CASE(once_runs_again);
	CASE(another_context_is_served);
	CASE(two_plain_are_left);
	CASE(two_hooked_are_left);
	CASE(two_growing_are_left);
	CASE(a_hook_that_calls_is_named);
	CASE(the_same_place_may_call_again);
}
