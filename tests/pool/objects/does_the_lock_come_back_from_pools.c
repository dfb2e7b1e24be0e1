/* SPDX-License-Identifier: MIT
 * Every call on a pool leaves the lock as it found it, and calls hooks, scores and fault handlers
 * outside it. On the host the lock is a mutex, whose state cannot be read. There the second thread
 * of other questions would hang. */
#include "tarn_port.h"
#include "tarn_port_extra.h"
#include "tarn_scene.h"
#include "tarn_table.h"
#include "world.h"

/* The state of the lock, as the port's lock() returns it. */
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
#define CLASSES(CLASS) CLASS(64, 2, 0, ANY_COMMONS)
TARN_TABLE(table, CLASSES);

static struct {
	struct plain plain;
	struct hooked hooked;
	struct oldest oldest;
	struct least least;
	struct growing growing;
	struct knowing knowing;
} *const pools = (void *)&objects_place[0];

#define CALL(expression)            \
	do {                        \
		(void)(expression); \
		check_lock();       \
	} while (0)

#define CALLS(pool)                                                      \
	static void call_##pool(void)                                    \
	{                                                                \
		struct thing *thing;                                     \
		pool##_handle handle;                                    \
		uint32_t at = 0;                                         \
		struct tarn_object_stats stats;                          \
                                                                         \
		for (int i = 0; i < 4; i++)                              \
			CALL(thing = pool##_get(&pools->pool));          \
		if (thing)                                               \
			thing->name = 1;                                 \
		CALL(handle = pool##_handle_of(&pools->pool, thing));    \
		CALL(pool##_resolve(&pools->pool, handle));              \
		CALL(pool##_in_use(&pools->pool, thing));                \
		CALL(pool##_each(&pools->pool, &at));                    \
		CALL(tarn_object_count(&pools->pool.core));              \
		CALL((tarn_object_stats(&pools->pool.core, &stats), 0)); \
		CALL(tarn_object_check(&pools->pool.core, NULL));        \
		if (thing)                                               \
			CALL((pool##_put(&pools->pool, thing), 0));      \
		if (thing)                                               \
			CALL((pool##_put(&pools->pool, thing + 1), 0));  \
		CALL(pool##_release(&pools->pool, handle));              \
		CALL(tarn_object_prewarm(&pools->pool.core, 2));         \
		CALL(tarn_object_trim(&pools->pool.core, 1));            \
		CALL((tarn_object_reset(&pools->pool.core), 0));         \
		CALL(!tarn_object_close(&pools->pool.core));             \
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
	CALL(!tarn_scene_keep(&scene, 8, 64));
	CALL(!tarn_scene_begin(&scene, &table, NULL, nothing, NULL));
	CALL(!plain_open(&pools->plain, &unit_heap, 2, 4));
	CALL(plain_get(&pools->plain));
	CALL(!tarn_scene_end(&scene, nothing, NULL));
	CALL(tarn_object_report_leaks(nothing, NULL));
	CALL((tarn_object_report(nothing, NULL), 0));
	CALL(tarn_object_check_all(NULL));
	CALL((tarn_object_reset_all(), 0));
	CALL(!tarn_scene_end_forced(&scene, nothing, NULL));
	CALL((tarn_object_close_all(), 0));
}

static void call_everything(void)
{
	tarn_fault_handler *mine = tarn_on_fault(handler);

	expected = lock_state();
	seen = 0;
	CALL(!plain_open_at(&pools->plain, ARENA(plain, 2)));
	call_plain();
	CALL(!hooked_open_at(&pools->hooked, ARENA(hooked, 2)));
	call_hooked();
	CALL(!oldest_open_at(&pools->oldest, ARENA(oldest, 2)));
	call_oldest();
	CALL(!least_open_at(&pools->least, ARENA(least, 2)));
	call_least();
	CALL(!knowing_open_at(&pools->knowing, ARENA(knowing, 2)));
	CALL(knowing_get(&pools->knowing)->name = 1);
	CALL(tarn_object_count(&pools->knowing.core));
	CALL((tarn_object_reset(&pools->knowing.core), 0));
	CALL(!tarn_object_close(&pools->knowing.core));
	if (TARN_COMMONS && unit_arena_bytes() >= 1024 && MAKE_COMMONS(1024)) {
		CALL(!growing_open(&pools->growing, &unit_heap, 1, 3));
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

#ifdef PORT_BARE_METAL
#define LOCK_NESTS 1
#else
#define LOCK_NESTS 0
#endif

static void found_held(void)
{
	SKIP_UNLESS(LOCK_NESTS, "this port's lock is not for interrupt handlers");
	tarn_port_key key = TARN_PORT_MASK();

	CHECK(lock_state() != (uint32_t)key);
	call_everything();
	TARN_PORT_UNMASK(key);
	CHECK_EQ(lock_state(), (uint32_t)key);
	LEAVE();
}

void does_the_lock_come_back_from_pools(void)
{
	objects_begin();
	CASE(found_free);
	CASE(found_held);
}
