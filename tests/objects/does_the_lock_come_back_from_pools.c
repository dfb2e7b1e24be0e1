/* SPDX-License-Identifier: MIT
 * Every call on a pool leaves the lock as it found it; and calls hooks, scores and fault handlers
 * outside it. On the host, where the lock is a mutex that cannot be asked, a call that kept it would
 * be seen by the second thread of other questions. */
#include "tarn_port.h"
#include "tarn_scene.h"
#include "tarn_table.h"
#include "world.h"

/* What lock() finds: the state of the lock, in the port's own words. */
static uint32_t lock_state(void)
{
	tarn_port_key key = tarn_port_lock();

	tarn_port_unlock(key);
	return (uint32_t)key;
}

static uint32_t expected, seen;

static void check_lock(void)
{
	CHECK_EQ(lock_state(), expected);
	seen++;
}

static void hook(struct thing *thing)
{
	(void)thing;
	check_lock();
}

static uint32_t score(const struct thing *thing)
{
	check_lock();
	return thing->name;
}

static bool alive(const struct thing *thing)
{
	check_lock();
	return thing->name;
}

static void handler(const struct tarn_fault *fault)
{
	(void)fault;
	check_lock();
}

static void nothing(void *context, const char *text, size_t length)
{
	(void)context, (void)text, (void)length;
	check_lock();
}

#define HOOKS .once = hook, .init = hook, .reset = hook, .destroy = hook
TARN_OBJECT_TYPE(plain, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE_WITH(hooked, struct thing, 8, TARN_OBJECT_NEVER, HOOKS);
TARN_OBJECT_TYPE_WITH(oldest, struct thing, 8, TARN_OBJECT_ROB_OLDEST, HOOKS);
TARN_OBJECT_TYPE_WITH(least, struct thing, 8, TARN_OBJECT_ROB_LEAST, .score = score);
TARN_OBJECT_TYPE_WITH(growing, struct thing, 8, TARN_OBJECT_GROW, HOOKS);
TARN_OBJECT_TYPE_WITH(knowing, struct thing, 8,
		      TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS |
			      TARN_OBJECT_KEEP(struct thing, name, name),
		      .in_use = alive);
#define CLASSES(CLASS) CLASS(64, 2, 0, TARN_TO_COMMONS)
TARN_TABLE(table, CLASSES);

static struct plain plain;
static struct hooked hooked;
static struct oldest oldest;
static struct least least;
static struct growing growing;
static struct knowing knowing;

#define CALL(expression)            \
	do {                        \
		(void)(expression); \
		check_lock();       \
	} while (0)

#define CALLS(pool)                                                 \
	static void call_##pool(void)                               \
	{                                                           \
		struct thing *thing;                                \
		pool##_handle handle;                               \
		uint32_t at = 0;                                    \
		struct tarn_object_stats stats;                     \
                                                                    \
		for (int i = 0; i < 4; i++)                         \
			CALL(thing = pool##_get(&(pool)));          \
		if (thing)                                          \
			thing->name = 1;                            \
		CALL(handle = pool##_handle_of(&(pool), thing));    \
		CALL(pool##_resolve(&(pool), handle));              \
		CALL(pool##_in_use(&(pool), thing));                \
		CALL(pool##_each(&(pool), &at));                    \
		CALL(tarn_object_count(&(pool).core));              \
		CALL((tarn_object_stats(&(pool).core, &stats), 0)); \
		CALL(tarn_object_check(&(pool).core, NULL));        \
		if (thing)                                          \
			CALL((pool##_put(&(pool), thing), 0));      \
		if (TARN_HARDEN >= 1)                               \
			CALL((pool##_put(&(pool), thing + 1), 0));  \
		CALL(pool##_release(&(pool), handle));              \
		CALL(tarn_object_prewarm(&(pool).core, 2));         \
		CALL(tarn_object_trim(&(pool).core, 1));            \
		CALL((tarn_object_reset(&(pool).core), 0));         \
		CALL(tarn_object_close(&(pool).core));              \
	}
CALLS(plain)
CALLS(hooked)
CALLS(oldest)
CALLS(least)
CALLS(growing)

static void call_scenes(void)
{
	struct tarn_scene scene;

	CALL((tarn_scene_start(&scene, &unit_heap, unit_arena(), 1024), 0));
	CALL(tarn_scene_keep(&scene, 8, 64));
	CALL(tarn_scene_begin(&scene, &table, NULL, nothing, NULL));
	CALL(plain_open(&plain, &unit_heap, 2, 4));
	CALL(plain_get(&plain));
	CALL(tarn_scene_end(&scene, nothing, NULL));
	CALL(tarn_object_report_leaks(nothing, NULL));
	CALL((tarn_object_report(nothing, NULL), 0));
	CALL(tarn_object_check_all(NULL));
	CALL((tarn_object_reset_all(), 0));
	CALL(tarn_scene_end_forced(&scene, nothing, NULL));
	CALL((tarn_object_close_all(), 0));
}

static void call_everything(void)
{
	tarn_fault_handler *mine = tarn_on_fault(handler);

	expected = lock_state();
	seen = 0;
	CALL(plain_open_at(&plain, ARENA(plain, 2)));
	call_plain();
	CALL(hooked_open_at(&hooked, ARENA(hooked, 2)));
	call_hooked();
	CALL(oldest_open_at(&oldest, ARENA(oldest, 2)));
	call_oldest();
	CALL(least_open_at(&least, ARENA(least, 2)));
	call_least();
	CALL(knowing_open_at(&knowing, ARENA(knowing, 2)));
	CALL(knowing_get(&knowing)->name = 1);
	CALL(tarn_object_count(&knowing.core));
	CALL((tarn_object_reset(&knowing.core), 0));
	CALL(tarn_object_close(&knowing.core));
	if (TARN_COMMONS && unit_arena_bytes() >= 1024 && MAKE_COMMONS(1024)) {
		CALL(growing_open(&growing, &unit_heap, 1, 3));
		call_growing();
		if (TARN_POOLS)
			call_scenes();
	}
	CHECK(seen > 90);
	tarn_on_fault(mine);
}

static void found_free(void)
{
	call_everything();
	LEAVE();
}

#if defined(__ARM_ARCH) && !defined(__linux__)
#define LOCK_NESTS 1
#else
#define LOCK_NESTS 0
#endif

static void found_held(void)
{
	SKIP_UNLESS(LOCK_NESTS, "this port's lock is not for interrupt handlers");
	tarn_port_key key = tarn_port_lock();

	CHECK(lock_state() != (uint32_t)key);
	call_everything();
	tarn_port_unlock(key);
	CHECK_EQ(lock_state(), (uint32_t)key);
	LEAVE();
}

void does_the_lock_come_back_from_pools(void)
{
	CASE(found_free);
	CASE(found_held);
}
