/* SPDX-License-Identifier: MIT
 * The main program and an interrupt (on the host: a second thread) use one pool at random points.
 * Whatever the policy, nothing may be lost or held twice. */
#include "tarn_port_extra.h"
#include "world.h"

#define CAPACITY 6

static uint32_t loudness(const struct thing *thing)
{
	return thing->rest[2];
}

static void touch(struct thing *thing)
{
	thing->rest[2] = 0;
}

TARN_OBJECT_TYPE(refusing, struct thing, 12, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(bits, struct thing, 12, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE_WITH(hooked, struct thing, 12, TARN_OBJECT_REFUSE, .init = touch, .reset = touch);
TARN_OBJECT_TYPE(oldest, struct thing, 12, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE_WITH(least, struct thing, 12, TARN_OBJECT_ROB_LEAST, .score = loudness);
TARN_OBJECT_TYPE(growing, struct thing, 12, TARN_OBJECT_GROW);

static struct {
	struct refusing refusing;
	struct bits bits;
	struct hooked hooked;
	struct oldest oldest;
	struct least least;
	struct growing growing;
} *const pools = (void *)&objects_place[0];
static uint32_t ticks;
static uint32_t wrong[2]; /* by the main program, by the tick */

/* A context takes an object, holds it for a while, finds it unchanged, and gives it back. In a pool
 * that robs, the object may be gone: then its handle says so. */
#define PLAYERS(pool, robs)                                                                      \
	static bool pool##_play(uint32_t me, uint32_t turn)                                      \
	{                                                                                        \
		static struct thing *held[2][2];                                                 \
		static uint64_t handle[2][2];                                                    \
		struct thing **mine = &held[me][turn & 1];                                       \
		bool good = true;                                                                \
                                                                                                 \
		if (*mine &&                                                                     \
		    (!(robs) || tarn_object_resolve(&pools->pool.core, handle[me][turn & 1]))) { \
			if (!(robs))                                                             \
				good = (*mine)->name == me + 1;                                  \
			pool##_put(&pools->pool, *mine);                                         \
			*mine = NULL;                                                            \
			return good;                                                             \
		}                                                                                \
		*mine = pool##_get(&pools->pool);                                                \
		if (*mine && (robs))                                                             \
			handle[me][turn & 1] = tarn_object_handle(&pools->pool.core, *mine);     \
		if (*mine)                                                                       \
			(*mine)->name = me + 1;                                                  \
		return true;                                                                     \
	}                                                                                        \
	static void pool##_tick(void)                                                            \
	{                                                                                        \
		objects_write(&ticks, ticks + 1);                                                \
		wrong[1] += !pool##_play(1, ticks);                                              \
	}
PLAYERS(refusing, false)
PLAYERS(bits, false)
PLAYERS(hooked, false)
PLAYERS(growing, false)

static void main_and_ticks(bool (*play)(uint32_t me, uint32_t turn), void (*tick)(void),
			   struct tarn_object_pool *pool)
{
	uint32_t turn = 0;

	ticks = wrong[0] = wrong[1] = 0;
	port_tick_start(100, tick);
	while ((objects_read(&ticks) < 40 || turn < 2000) && turn < 100000000) {
		wrong[0] += !play(0, turn);
		if (!(++turn & 255))
			CHECK_EQ(tarn_object_check(pool, NULL), 0);
	}
	port_tick_stop();
	CHECK(ticks >= 40);
	CHECK_EQ(wrong[0], 0);
	CHECK_EQ(wrong[1], 0);
}

#define TOGETHER(pool)                                                       \
	static void pool##_is_used_from_both(void)                           \
	{                                                                    \
		CHECK(pool##_open_at(&pools->pool, ARENA(pool, CAPACITY)));  \
		main_and_ticks(pool##_play, pool##_tick, &pools->pool.core); \
		CHECK_POOL(&pools->pool);                                    \
		CHECK(tarn_object_count(&pools->pool.core) <= 4);            \
		LEAVE();                                                     \
	}
TOGETHER(refusing)
TOGETHER(bits)
TOGETHER(hooked)

static void growing_is_used_from_both(void)
{
	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1600));
	CHECK(growing_open(&pools->growing, &unit_heap, 1, 6));
	main_and_ticks(growing_play, growing_tick, &pools->growing.core);
	CHECK_POOL(&pools->growing);
	CHECK_SOUND(&unit_heap);
	LEAVE();
}

/* Both rob each other all the time. Still, an object has one owner. Each writes its name before
 * anybody else can see the object, and finds it there as long as its handle resolves. */
static void name_it(struct thing *thing, void *name)
{
	objects_write(&thing->name, *(const uint32_t *)name);
}

#define ROBBERS(pool)                                                                      \
	static pool##_handle pool##_held[2];                                               \
	static bool pool##_play(uint32_t me, uint32_t turn)                                \
	{                                                                                  \
		const struct thing *thing = pool##_resolve(&pools->pool, pool##_held[me]); \
		uint32_t name = thing ? objects_read(&thing->name) : me;                   \
		bool good = name == me || !pool##_resolve(&pools->pool, pool##_held[me]);  \
                                                                                           \
		if (turn % 3 == 0)                                                         \
			pool##_release(&pools->pool, pool##_held[me]);                     \
		pool##_held[me] = pool##_get_held(&pools->pool, name_it, &me);             \
		return good && pool##_held[me].generation;                                 \
	}                                                                                  \
	static void pool##_tick(void)                                                      \
	{                                                                                  \
		objects_write(&ticks, ticks + 1);                                          \
		wrong[1] += !pool##_play(1, ticks);                                        \
	}                                                                                  \
	static void pool##_rob_each_other(void)                                            \
	{                                                                                  \
		CHECK(pool##_open_at(&pools->pool, ARENA(pool, 3)));                       \
		main_and_ticks(pool##_play, pool##_tick, &pools->pool.core);               \
		CHECK_POOL(&pools->pool);                                                  \
		CHECK(tarn_object_count(&pools->pool.core) <= 3);                          \
		LEAVE();                                                                   \
	}
ROBBERS(oldest)
ROBBERS(least)

void may_interrupts_use_a_pool(void)
{
	objects_begin();
	CASE(refusing_is_used_from_both);
	CASE(bits_is_used_from_both);
	CASE(hooked_is_used_from_both);
	CASE(growing_is_used_from_both);
	CASE(oldest_rob_each_other);
	CASE(least_rob_each_other);
}
