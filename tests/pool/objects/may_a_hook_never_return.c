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

/* A chunk of one slot goes back to the heap when its object is put. */
#define LIVE(pool)                                                                \
	static __attribute__((noinline)) void pool##_live(struct pool *pool_)     \
	{                                                                         \
		struct thing *thing[CAPACITY + 1];                                \
                                                                                  \
		for (uintptr_t i = 0; i <= CAPACITY; i++)                         \
			thing[i] = pool##_get_with(pool_, initialise, (void *)i); \
		pool##_put(pool_, thing[2]);                                      \
		if (TARN_HARDEN >= 2 && !(pool##_options & TARN_OBJECT_GROW))     \
			thing[2]->rest[2] = 7;                                    \
		thing[2] = pool##_get(pool_);                                     \
		pool##_put(pool_, thing[2]);                                      \
		(void)tarn_object_trim(&pool_->core, 0);                          \
		(void)tarn_object_prewarm(&pool_->core, CAPACITY);                \
		tarn_object_reset(&pool_->core);                                  \
		(void)!tarn_object_close(&pool_->core);                           \
	}
LIVE(plain)
LIVE(brief)
LIVE(hooked)
LIVE(lazy)
LIVE(bits)
LIVE(oldest)
LIVE(least)
LIVE(growing)

static __attribute__((noinline)) void overwrite(void)
{
	volatile unsigned char stack[512];

	for (uint32_t i = 0; i < sizeof(stack); i++)
		stack[i] = 0x44;
}

/* Runs what may be left. True: it was. */
static __attribute__((noinline)) bool left(void (*live)(void *pool), void *pool)
{
#if JUMPS
	if (__builtin_setjmp(frame)) {
		overwrite();
		return true;
	}
#endif
	live(pool);
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
static __attribute__((noinline)) void deeper(void (*call)(struct tarn_object_pool *pool),
					     struct tarn_object_pool *pool)
{
	volatile unsigned char stack[DEEPER];

	__asm__ volatile("" : : "r"(stack) : "memory");
	call(pool);
	__asm__ volatile("" : : "r"(stack) : "memory"); /* the call is not the last */
}

static void check_all_serve(struct tarn_object_pool *pool)
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
static void check_usable(struct tarn_object_pool *pool, bool forced)
{
	CHECK_EQ(tarn_object_check(pool, NULL), 0);
	if (forced)
		deeper(tarn_object_reset_forced, pool);
	else
		tarn_object_reset(pool);
	CHECK_EQ(pool->calls, 0);
	CHECK_EQ(tarn_object_check(pool, NULL), 0);
	CHECK_EQ(tarn_object_count(pool), 0);
	check_all_serve(pool);
	LEAVE();
}

/* Does the pool know which call was left? */
static bool knows_its_call(const struct tarn_object_pool *pool)
{
	return TARN_PORT_CONTEXT() && TARN_OBJECT_HAS_REST_(pool->type->facts.options);
}

static void each_is_left(bool (*open)(void *pool), void (*live)(void *pool), uint32_t callbacks)
{
	struct tarn_object_pool *pool = &objects_place[0].core;
	tarn_fault_handler *before = tarn_on_fault(handler);
	bool was_left = true;

	for (leave_at = 1; was_left; leave_at++) {
		for (int forced = 0; forced < 2; forced++) {
			objects_begin();
			CHECK(open(pool));
			seen = 0;
			was_left = left(live, pool);
			seen = leave_at;
			if (was_left)
				check_usable(pool, forced || !knows_its_call(pool));
		}
	}
	CHECK_EQ(leave_at - 2, JUMPS ? callbacks : 0);
	tarn_on_fault(before);
}

#define LEFT(pool, callbacks)                                                          \
	static bool pool##_make(void *pool_)                                           \
	{                                                                              \
		return pool##_open_at(pool_, ARENA(pool, CAPACITY));                   \
	}                                                                              \
	static void pool##_run(void *pool_)                                            \
	{                                                                              \
		pool##_live(pool_);                                                    \
	}                                                                              \
	static void pool##_is_left(void)                                               \
	{                                                                              \
		each_is_left(pool##_make, pool##_run, callbacks + (TARN_HARDEN >= 2)); \
	}
LEFT(plain, 3)
LEFT(brief, 11)
LEFT(hooked, 19)
LEFT(lazy, 16)
LEFT(bits, 19)
LEFT(oldest, 22)
LEFT(least, 25)

static bool growing_make(void *pool)
{
	return MAKE_COMMONS(1024) && growing_open(pool, &unit_heap, 1, CAPACITY);
}
static void growing_run(void *pool)
{
	growing_live(pool);
}
static void growing_is_left(void)
{
	NEED_COMMONS;
	each_is_left(growing_make, growing_run, 21);
	CHECK_SOUND(&unit_heap);
}

/* ---- Meanwhile ------------------------------------------------------------------------------- */

static void get_and_put(struct tarn_object_pool *pool)
{
	tarn_object_put(tarn_object_get(pool), pool);
}

static struct hooked *hooked_left(void)
{
	struct hooked *pool = (void *)&objects_place[0];

	CHECK(hooked_open_at(pool, ARENA(hooked, CAPACITY)));
	seen = 0;
	leave_at = 2;
	CHECK(left(hooked_run, pool));
	return pool;
}

/* A call from deeper in the stack cannot be told from one of the hook. The first call that can
 * ends that. */
static void deeper_calls_are_refused(void)
{
	struct hooked *pool;

	SKIP_UNLESS(JUMPS && TARN_PORT_CONTEXT(), "no jump, or no context");
	pool = hooked_left();
	deeper(get_and_put, &pool->core);
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, &pool->core);
	CHECK_EQ(pool->core.calls, 1);
	get_and_put(&pool->core);
	CHECK_EQ(pool->core.calls, 0);
	deeper(get_and_put, &pool->core);
}

/* The next get creates the object, and prepares it. */
static void once_runs_again(void)
{
	struct hooked *pool = (void *)&objects_place[0];

	SKIP_UNLESS(JUMPS, "no jump");
	CHECK(hooked_open_at(pool, ARENA(hooked, CAPACITY)));
	seen = 0;
	leave_at = 1;
	CHECK(left(hooked_run, pool));
	CHECK(hooked_get(pool) != NULL);
	CHECK_EQ(seen, 3);
	check_usable(&pool->core, true);
}

/* The pool serves its other objects. */
static void another_context_is_served(void)
{
	struct hooked *pool;

	SKIP_UNLESS(JUMPS, "no jump");
	pool = hooked_left();
	((struct tarn_object_full_pool *)pool)->hand.context++;
	for (int resets = 0; resets < 2; resets++) {
		for (int i = 1; i < CAPACITY; i++)
			CHECK(hooked_get(pool) != NULL);
		CHECK(!hooked_get(pool));
		CHECK_EQ(tarn_object_check(&pool->core, NULL), 0);
		tarn_object_reset(&pool->core);
		CHECK_EQ(pool->core.calls, 1);
	}
	check_usable(&pool->core, true);
}

/* The pool knows only one of them. Nobody knows whether .once had another one. */
static void two_are_left(bool (*open)(void *pool), void (*live)(void *pool), bool once)
{
	struct tarn_object_pool *pool = &objects_place[0].core;
	struct tarn_object_stats stats;

	SKIP_UNLESS(JUMPS, "no jump");
	CHECK(open(pool));
	for (int i = 0; i < 2; i++) {
		seen = 0;
		leave_at = once ? 3 : 1; /* the initialiser */
		CHECK(left(live, pool));
		if (i == 0 && TARN_OBJECT_HAS_REST_(pool->type->facts.options))
			((struct tarn_object_full_pool *)pool)->hand.context++;
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
		check_all_serve(pool);
}
static void two_plain_are_left(void)
{
	two_are_left(plain_make, plain_run, false);
}
static void two_hooked_are_left(void)
{
	two_are_left(hooked_make, hooked_run, true);
}
static void two_growing_are_left(void)
{
	NEED_COMMONS;
	two_are_left(growing_make, growing_run, true);
	CHECK_SOUND(&unit_heap);
}

/* ---- Told from a hook that calls its pool ---------------------------------------------------- */

/* These end in a call, which a compiler makes a jump: then the hook has no frame. */
static struct tarn_object_pool *nested_pool;
static void init_calls(struct thing *thing)
{
	(void)thing;
	tarn_object_reset(nested_pool);
}
static void reset_calls(struct thing *thing);
TARN_OBJECT_TYPE_WITH(nested, struct thing, 8, TARN_OBJECT_REFUSE, .init = init_calls,
		      .reset = reset_calls);
static struct thing *nested_other;
static void reset_calls(struct thing *thing)
{
	(void)thing;
	nested_put((struct nested *)nested_pool, nested_other);
}

static void a_hook_that_calls_is_named(void)
{
	struct nested *pool = (void *)&objects_place[0];
	struct thing *thing;

	SKIP_UNLESS(TARN_PORT_CONTEXT(), "no context");
	CHECK(nested_open_at(pool, ARENA(nested, CAPACITY)));
	nested_pool = &pool->core;
	nested_other = nested_get(pool);
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, nested_pool);
	for (int i = 0; i < 3; i++) { /* the inline calls, then those in full */
		thing = i < 2 ? nested_get(pool) : nested_get_with(pool, NULL, NULL);
		EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, nested_pool);
		CHECK_EQ(pool->core.calls, 0);
		if (i < 2)
			nested_put(pool, thing);
		else
			tarn_object_put(thing, nested_pool);
		EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, nested_other);
		CHECK_EQ(pool->core.calls, 0);
	}
	nested_other = NULL;
}

#if JUMPS
/* In one function: the second call stands where the first one stood. */
static __attribute__((noinline)) struct thing *get_again(struct brief *pool)
{
	if (!__builtin_setjmp(frame))
		brief_put(pool, brief_get(pool));
	return brief_get(pool);
}
#endif

static void the_same_place_may_call_again(void)
{
	struct brief *pool = (void *)&objects_place[0];

	SKIP_UNLESS(JUMPS, "no jump");
	CHECK(brief_open_at(pool, ARENA(brief, CAPACITY)));
	for (leave_at = 1; leave_at <= 2; leave_at++) {
		seen = leave_at;
		brief_put(pool, brief_get(pool)); /* so the next calls are the inline ones */
		seen = 0;
#if JUMPS
		CHECK(get_again(pool) != NULL);
#endif
		CHECK(!TARN_PORT_CONTEXT() || pool->core.calls == 0);
		tarn_object_reset_forced(&pool->core);
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
