/* SPDX-License-Identifier: MIT
 * Pools of which no two share a cache line, one for each thread. Two contexts use them at once,
 * without a lock. No two objects share one either: a DMA may write to each. */
#include "tarn_port_extra.h"
#include "world.h"

#define OPTIONS (TARN_OBJECT_REFUSE | TARN_OBJECT_UNLOCKED | TARN_OBJECT_LINE)
TARN_OBJECT_TYPE(locals, struct thing, 5, OPTIONS);
TARN_OBJECT_STORAGE(main_local, locals, 2); /* few, for the RAM of a micro:bit */
TARN_OBJECT_STORAGE(tick_local, locals, 2);

static void lines_are_their_own(void)
{
	static struct locals several[2];

	CHECK_EQ(sizeof(struct locals) % TARN_CACHE_LINE, 0);
	CHECK_EQ(_Alignof(struct locals), TARN_CACHE_LINE);
	CHECK_EQ((uintptr_t)&main_local % TARN_CACHE_LINE, 0);
	CHECK_EQ((uintptr_t)main_local_slots % TARN_CACHE_LINE, 0);
	CHECK_EQ(sizeof(main_local_slots) % TARN_CACHE_LINE, 0);
	CHECK_EQ(((uintptr_t)&several[1] - (uintptr_t)&several[0]) % TARN_CACHE_LINE, 0);
	/* On any memory, too. */
	NEED_ARENA(1024);
	CHECK(locals_open_at(&several[0], unit_arena() + 1, TARN_OBJECT_BYTES(locals, 2) + 63));
	CHECK_EQ(((uintptr_t)several[0].core.part.base - locals_head) % TARN_CACHE_LINE, 0);
	LEAVE();
}

#define APART(name, options, size)                                                    \
	struct name##_thing {                                                         \
		unsigned char bytes[size];                                            \
	};                                                                            \
	TARN_OBJECT_TYPE(name, struct name##_thing, 2, TARN_OBJECT_LINE | (options)); \
	_Static_assert(name##_align >= TARN_CACHE_LINE, "the memory begins with a line")
APART(plain_apart, TARN_OBJECT_REFUSE, 1);
APART(oldest_apart, TARN_OBJECT_ROB_OLDEST, TARN_CACHE_LINE + 1);
APART(bits_apart, TARN_OBJECT_NEVER | TARN_OBJECT_BITS, TARN_CACHE_LINE);
APART(grows_apart, TARN_OBJECT_GROW, 5);

static union {
	struct plain_apart plain_apart;
	struct oldest_apart oldest_apart;
	struct bits_apart bits_apart;
	struct grows_apart grows_apart;
	uint32_t words[sizeof(struct grows_apart) / 4]; /* none is larger */
} apart;

/* The lines of an object hold nothing but the object: neither tag nor link of another. `own` is the
 * lines before it that Tarn keeps for itself. */
static void judge_apart(const struct tarn_object_facts *facts, size_t bytes, const void *one,
			const void *other)
{
	uintptr_t away = (uintptr_t)other - (uintptr_t)one;
	uintptr_t lines = (bytes + TARN_CACHE_LINE - 1) / TARN_CACHE_LINE;
	uintptr_t own = facts->options & TARN_OBJECT_BITS && TARN_HARDEN < 2 ? 0 : 1;

	CHECK(one && other);
	CHECK_EQ((uintptr_t)one % TARN_CACHE_LINE, 0);
	CHECK_EQ((uintptr_t)other % TARN_CACHE_LINE, 0);
	CHECK_EQ(facts->head, own * TARN_CACHE_LINE);
	CHECK_EQ(facts->stride, (own + lines) * TARN_CACHE_LINE);
	CHECK(away >= lines * TARN_CACHE_LINE && 0 - away >= lines * TARN_CACHE_LINE);
}

#define LIE_APART(name)                                                                            \
	static void name##_objects(void)                                                           \
	{                                                                                          \
		struct name *pool = &apart.name;                                                   \
		void *one;                                                                         \
                                                                                                   \
		for (size_t i = 0; i < sizeof(apart.words) / 4; i++)                               \
			apart.words[i] = 0;                                                        \
		NEED_COMMONS;                                                                      \
		NEED_ARENA(1536);                                                                  \
		CHECK(MAKE_COMMONS(1536));                                                         \
		CHECK(name##_open(pool, &unit_heap, name##_options &TARN_OBJECT_GROW ? 1 : 2, 2)); \
		one = name##_get(pool);                                                            \
		judge_apart(&name##_facts_, sizeof(struct name##_thing), one, name##_get(pool));   \
		LEAVE();                                                                           \
	}
LIE_APART(plain_apart)
LIE_APART(oldest_apart)
LIE_APART(bits_apart)
LIE_APART(grows_apart)

static void blocks_of_a_heap_end_with_a_line(void)
{
	static struct locals pool;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1024));
	CHECK(locals_open(&pool, &unit_heap, 5, 5));
	CHECK(tarn_usable_size(&unit_heap, pool.core.part.base - locals_head - locals_align) >=
	      TARN_OBJECT_BYTES(locals, 5));
	LEAVE();
}

/* Each context uses its own pool. A get that saw the other's would lose or double an object. */
static bool play(struct locals *pool, uint32_t *state)
{
	struct thing *thing[2];
	uint32_t count = 1 + (*state = *state * 1664525 + 1013904223) % 2;

	for (uint32_t i = 0; i < count; i++) {
		thing[i] = locals_get(pool);
		if (!thing[i])
			return false;
		thing[i]->name = count;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (thing[i]->name != count)
			return false;
		thing[i]->name = 0;
		locals_put(pool, thing[i]);
	}
	return true;
}

static uint32_t ticks, tick_wrong;

static void tick(void)
{
	static uint32_t state = 99;

	tick_wrong += !play(&tick_local, &state);
	objects_write(&ticks, ticks + 1);
}

static void no_lock_is_needed(void)
{
	uint32_t state = 1, wrong = 0, rounds = 0;

	ticks = tick_wrong = 0;
	play(&tick_local, &state); /* enters the registry, which both share */
	port_tick_start(200, tick);
	while ((objects_read(&ticks) < 20 || rounds < 1000) && rounds < 100000000) {
		wrong += !play(&main_local, &state);
		rounds++;
	}
	port_tick_stop();
	CHECK(ticks >= 20);
	CHECK_EQ(wrong, 0);
	CHECK_EQ(tick_wrong, 0);
	LEAVE();
}

void do_pools_share_no_cache_line(void)
{
	CASE(lines_are_their_own);
	CASE(blocks_of_a_heap_end_with_a_line);
	CASE(plain_apart_objects);
	CASE(oldest_apart_objects);
	CASE(bits_apart_objects);
	CASE(grows_apart_objects);
	CASE(no_lock_is_needed);
}
