/* SPDX-License-Identifier: MIT
 * A type's maximum decides how many generations a handle can count: 4095 at a maximum of 2^20.
 * Behind the last one a slot retires, so that no handle is ever given twice. */
#include "world.h"

#define GENERATIONS 4095

TARN_OBJECT_TYPE(refusing, struct thing, 1 << 20, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(oldest, struct thing, 1 << 20, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE(growing, struct thing, 1 << 20, TARN_OBJECT_GROW);

static uint32_t created, destroyed;

static void make(struct thing *thing)
{
	(void)thing;
	created++;
}

static void unmake(struct thing *thing)
{
	(void)thing;
	destroyed++;
}
TARN_OBJECT_TYPE_WITH(made, struct thing, 1 << 20, TARN_OBJECT_REFUSE, .once = make,
		      .destroy = unmake);

static struct refusing refusing;
static struct oldest oldest;
static struct growing growing;
static struct made made;

static void a_slot_retires_behind_its_last_generation(void)
{
	refusing_handle before = {0}, first = {0};
	uint32_t cycles = 0;
	struct thing *thing;

	CHECK(refusing_open_at(&refusing, ARENA(refusing, 2)));
	while ((thing = refusing_get(&refusing))) {
		refusing_handle handle = refusing_handle_of(&refusing, thing);

		/* The first slot's, then the second's: each number higher than the last. */
		if (cycles % GENERATIONS)
			CHECK(handle.value > before.value);
		if (cycles == 0)
			first = handle;
		CHECK(cycles == 0 || handle.value != first.value);
		before = handle;
		CHECK_PTR(refusing_resolve(&refusing, handle), thing);
		refusing_put(&refusing, thing);
		CHECK_PTR(refusing_resolve(&refusing, handle), NULL);
		CHECK_PTR(refusing_resolve(&refusing, first), NULL);
		cycles++;
	}
	CHECK_EQ(cycles, 2 * GENERATIONS);
	CHECK_EQ(objects_stats(&refusing.core).retired, 2);
	CHECK_EQ(objects_stats(&refusing.core).created, 0);
	if (TARN_HARDEN >= 1) { /* a retired slot's object is nobody's */
		thing = (struct thing *)(void *)refusing.core.part.base;
		refusing_put(&refusing, thing);
		EXPECT_POOL_FAULT(TARN_FAULT_DOUBLE_FREE, thing);
	}
	CHECK_POOL(&refusing);
	/* No reset brings it back, and no second life of the pool. */
	tarn_object_reset(&refusing.core);
	CHECK_PTR(refusing_get(&refusing), NULL);
	CHECK_POOL(&refusing);
	CHECK_EQ(objects_stats(&refusing.core).retired, 2);
	LEAVE();
	CHECK(refusing_open_at(&refusing, ARENA(refusing, 2)));
	CHECK_PTR(refusing_get(&refusing), NULL);
	CHECK_EQ(objects_stats(&refusing.core).retired, 2);
	LEAVE();
	refusing.core.floor = 0; /* for the next run of this case */
}

static void resets_use_generations_too(void)
{
	uint32_t cycles = 0;

	CHECK(refusing_open_at(&refusing, ARENA(refusing, 1)));
	while (refusing_get(&refusing)) {
		tarn_object_reset(&refusing.core);
		cycles++;
	}
	CHECK_EQ(cycles, GENERATIONS);
	CHECK_EQ(objects_stats(&refusing.core).retired, 1);
	CHECK_POOL(&refusing);
	LEAVE();
	refusing.core.floor = 0;
}

static void robbing_goes_on_with_the_others(void)
{
	oldest_handle first;
	uint32_t gets = 0;

	CHECK(oldest_open_at(&oldest, ARENA(oldest, 2)));
	first = oldest_handle_of(&oldest, oldest_get(&oldest));
	while (oldest_get(&oldest))
		CHECK(++gets > 1 || oldest_resolve(&oldest, first));
	CHECK_EQ(gets, 2 * GENERATIONS - 1);
	CHECK_PTR(oldest_resolve(&oldest, first), NULL);
	CHECK_EQ(objects_stats(&oldest.core).retired, 2);
	CHECK_POOL(&oldest);
	LEAVE();
	oldest.core.floor = 0;
}

/* Each chunk begins above all generations of the chunks before it; behind the last, none comes. */
static void chunks_use_generations_too(void)
{
	uint32_t grown = 0;
	struct thing *thing;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(900));
	CHECK(growing_open(&growing, &unit_heap, 1, 2));
	growing_get(&growing);
	while (grown < 2 * GENERATIONS && (thing = growing_get(&growing))) {
		growing_put(&growing, thing);
		grown++;
	}
	CHECK_EQ(grown, GENERATIONS);
	CHECK_POOL(&growing);
	LEAVE();
	growing.core.floor = 0;
}

static void a_retired_slot_is_destroyed(void)
{
	struct thing *thing;

	created = destroyed = 0;
	CHECK(made_open_at(&made, ARENA(made, 2)));
	while ((thing = made_get(&made)))
		made_put(&made, thing);
	CHECK_EQ(created, 2);
	CHECK_EQ(destroyed, 2);
	LEAVE();
	CHECK_EQ(destroyed, 2);
	made.core.floor = 0;
}

void do_slots_retire(void)
{
	CASE(a_slot_retires_behind_its_last_generation);
	CASE(resets_use_generations_too);
	CASE(robbing_goes_on_with_the_others);
	CASE(chunks_use_generations_too);
	CASE(a_retired_slot_is_destroyed);
}
