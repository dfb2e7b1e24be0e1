/* SPDX-License-Identifier: MIT
 * Pools of which no two share a cache line, one for each thread. Two contexts use them at once,
 * without a lock. */
#include "tarn_port_extra.h"
#include "world.h"

#define OPTIONS (TARN_OBJECT_REFUSE | TARN_OBJECT_UNLOCKED | TARN_OBJECT_LINE)
TARN_OBJECT_TYPE(locals, struct thing, 5, OPTIONS);
TARN_OBJECT_STORAGE(main_local, locals, 5);
TARN_OBJECT_STORAGE(tick_local, locals, 5);

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
	struct thing *thing[5];
	uint32_t count = 1 + (*state = *state * 1664525 + 1013904223) % 5;

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
	CASE(no_lock_is_needed);
}
