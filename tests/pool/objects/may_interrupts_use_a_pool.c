/* SPDX-License-Identifier: MIT
 * The main program and an interrupt (on the host: a second thread) use one pool at random points,
 * and rob each other. Still, an object has one owner. tests/pool/preempt interrupts each
 * instruction; here a thread sanitizer can look on. */
#include "tarn_port_extra.h"
#include "world.h"

static uint32_t loudness(const struct thing *thing)
{
	return thing->rest[2];
}

static void touch(struct thing *thing)
{
	thing->rest[2] = 0;
}

TARN_OBJECT_TYPE(refusing, struct thing, 12, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE_WITH(hooked, struct thing, 12, TARN_OBJECT_REFUSE, .init = touch, .reset = touch);
TARN_OBJECT_TYPE(oldest, struct thing, 12, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE_WITH(least, struct thing, 12, TARN_OBJECT_ROB_LEAST, .score = loudness);
TARN_OBJECT_TYPE(growing, struct thing, 12, TARN_OBJECT_GROW);
/* A pool for each context: neither locks. */
TARN_OBJECT_TYPE(locals, struct thing, 12,
		 TARN_OBJECT_REFUSE | TARN_OBJECT_UNLOCKED | TARN_OBJECT_SIBLINGS(2));

static uint32_t ticks;
static uint32_t wrong[2]; /* by the main program, by the tick */

/* Each writes its name before anybody else can see the object, and finds it there as long as its
 * handle resolves. */
static void name_it(struct thing *thing, void *name)
{
	objects_write(&thing->name, *(const uint32_t *)name);
}

/* `apart` is 1 if the tick has a pool of its own. */
#define PLAYERS(type, apart)                                                                \
	static bool type##_play(uint32_t me, uint32_t turn)                                 \
	{                                                                                   \
		static type##_handle held[2];                                               \
		struct type *pool = (void *)&objects_place[me * (apart)];                   \
		const struct thing *thing = type##_resolve(pool, held[me]);                 \
		uint32_t name = thing ? objects_read(&thing->name) : me;                    \
		bool good = name == me || !type##_resolve(pool, held[me]);                  \
                                                                                            \
		if (!(type##_options & (TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_ROB_LEAST)) || \
		    turn % 3 == 0)                                                          \
			type##_release(pool, held[me]);                                     \
		held[me] = type##_get_held(pool, name_it, &me);                             \
		return good && held[me].generation;                                         \
	}                                                                                   \
	static void type##_tick(void)                                                       \
	{                                                                                   \
		objects_write(&ticks, ticks + 1);                                           \
		wrong[1] += !type##_play(1, ticks);                                         \
	}

static void main_and_ticks(bool (*play)(uint32_t me, uint32_t turn), void (*tick)(void))
{
	uint32_t turn = 0;

	ticks = wrong[0] = wrong[1] = 0;
	port_tick_start(100, tick);
	while ((objects_read(&ticks) < 40 || turn < 2000) && turn < 100000000) {
		wrong[0] += !play(0, turn);
		if (!(++turn & 255))
			CHECK_EQ(tarn_object_check(&objects_place[0].core, NULL), 0);
	}
	port_tick_stop();
	CHECK(ticks >= 40);
	CHECK_EQ(wrong[0], 0);
	CHECK_EQ(wrong[1], 0);
	CHECK(tarn_object_count(&objects_place[0].core) <= 3);
}

#define TOGETHER(type, apart)                                                   \
	PLAYERS(type, apart)                                                    \
	static void type##_pools(void)                                          \
	{                                                                       \
		unsigned char *memory = unit_arena();                           \
                                                                                \
		for (int i = 0; i <= (apart); i++, memory += 512)               \
			CHECK(type##_open_at((void *)&objects_place[i], memory, \
					     TARN_OBJECT_BYTES(type, 3)));      \
		main_and_ticks(type##_play, type##_tick);                       \
	}
TOGETHER(refusing, 0)
TOGETHER(hooked, 0)
TOGETHER(oldest, 0)
TOGETHER(least, 0)
TOGETHER(locals, 1)
PLAYERS(growing, 0)

static void growing_pools_of_a_heap(void)
{
	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1600));
	CHECK(growing_open((void *)&objects_place[0], &unit_heap, 1, 6));
	main_and_ticks(growing_play, growing_tick);
	CHECK_SOUND(&unit_heap);
}

void may_interrupts_use_a_pool(void)
{
	CASE(refusing_pools);
	CASE(hooked_pools);
	CASE(oldest_pools);
	CASE(least_pools);
	CASE(locals_pools);
	CASE(growing_pools_of_a_heap);
}
