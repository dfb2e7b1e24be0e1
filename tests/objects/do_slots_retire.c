/* SPDX-License-Identifier: MIT
 * A type's maximum decides how many generations a handle can count: 4095 at a maximum of 2^20.
 * Behind the last one a slot retires, so that no handle is ever given twice; one that nobody ever had a
 * handle of begins anew. */
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

static struct {
	struct refusing refusing;
	struct oldest oldest;
	struct growing growing;
	struct made made;
} *const pools = (void *)&objects_place[0];

static void a_slot_retires_behind_its_last_generation(void)
{
	refusing_handle before = {0}, first = {0};
	uint32_t cycles = 0;
	struct thing *thing;

	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 2)));
	while ((thing = refusing_get(&pools->refusing))) {
		refusing_handle handle = refusing_handle_of(&pools->refusing, thing);

		/* The first slot's, then the second's: each number higher than the last. */
		if (cycles % GENERATIONS)
			CHECK(handle.value > before.value);
		if (cycles == 0)
			first = handle;
		CHECK(cycles == 0 || handle.value != first.value);
		before = handle;
		CHECK_PTR(refusing_resolve(&pools->refusing, handle), thing);
		refusing_put(&pools->refusing, thing);
		CHECK_PTR(refusing_resolve(&pools->refusing, handle), NULL);
		CHECK_PTR(refusing_resolve(&pools->refusing, first), NULL);
		cycles++;
	}
	CHECK_EQ(cycles, 2 * GENERATIONS);
	CHECK_EQ(objects_stats(&pools->refusing.core).retired, 2);
	CHECK_EQ(objects_stats(&pools->refusing.core).created, 0);
	if (TARN_HARDEN >= 1) { /* a retired slot's object is nobody's */
		thing = (struct thing *)(void *)pools->refusing.core.part.base;
		refusing_put(&pools->refusing, thing);
		EXPECT_POOL_FAULT(TARN_FAULT_DOUBLE_FREE, thing);
	}
	CHECK_POOL(&pools->refusing);
	/* No reset brings it back, and no second life of the pool. */
	tarn_object_reset(&pools->refusing.core);
	CHECK_PTR(refusing_get(&pools->refusing), NULL);
	CHECK_POOL(&pools->refusing);
	CHECK_EQ(objects_stats(&pools->refusing.core).retired, 2);
	LEAVE();
	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 2)));
	CHECK_PTR(refusing_get(&pools->refusing), NULL);
	CHECK_EQ(objects_stats(&pools->refusing.core).retired, 2);
	LEAVE();
	pools->refusing.core.floor = 0; /* for the next run of this case */
}

static void resets_use_generations_too(void)
{
	uint32_t cycles = 0;
	struct thing *thing;

	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 1)));
	while ((thing = refusing_get(&pools->refusing))) {
		refusing_handle_of(&pools->refusing, thing);
		tarn_object_reset(&pools->refusing.core);
		cycles++;
	}
	CHECK_EQ(cycles, GENERATIONS);
	CHECK_EQ(objects_stats(&pools->refusing.core).retired, 1);
	CHECK_POOL(&pools->refusing);
	LEAVE();
	pools->refusing.core.floor = 0;
}

static void robbing_goes_on_with_the_others(void)
{
	oldest_handle first, next;
	uint32_t gets = 0;

	CHECK(oldest_open_at(&pools->oldest, ARENA(oldest, 2)));
	first = oldest_get_held(&pools->oldest, NULL, NULL);
	while (next = oldest_get_held(&pools->oldest, NULL, NULL), next.value)
		CHECK(++gets > 1 || oldest_resolve(&pools->oldest, first));
	CHECK_EQ(gets, 2 * GENERATIONS - 1);
	CHECK_PTR(oldest_resolve(&pools->oldest, first), NULL);
	CHECK_EQ(objects_stats(&pools->oldest.core).retired, 2);
	CHECK_POOL(&pools->oldest);
	LEAVE();
	pools->oldest.core.floor = 0;
}

/* Each chunk begins above all generations of the chunks before it; behind the last, none comes. */
static void chunks_use_generations_too(void)
{
	uint32_t grown = 0;
	struct thing *thing;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(900));
	CHECK(growing_open(&pools->growing, &unit_heap, 1, 2));
	growing_get(&pools->growing);
	while (grown < 2 * GENERATIONS && (thing = growing_get(&pools->growing))) {
		growing_handle_of(&pools->growing, thing);
		growing_put(&pools->growing, thing);
		grown++;
	}
	CHECK_EQ(grown, GENERATIONS);
	CHECK_EQ(objects_stats(&pools->growing.core).capacity, 1);
	CHECK_POOL(&pools->growing);
	LEAVE();
	pools->growing.core.floor = 0;
}

static void a_retired_slot_is_destroyed(void)
{
	struct thing *thing;

	created = destroyed = 0;
	CHECK(made_open_at(&pools->made, ARENA(made, 2)));
	while ((thing = made_get(&pools->made))) {
		made_handle_of(&pools->made, thing);
		made_put(&pools->made, thing);
	}
	CHECK_EQ(created, 2);
	CHECK_EQ(destroyed, 2);
	LEAVE();
	CHECK_EQ(destroyed, 2);
	pools->made.core.floor = 0;
}

/* Whatever uses generations: puts, resets, robberies, chunks. */
static void without_handles_none_retires(void)
{
	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 1)));
	CHECK(oldest_open_at(&pools->oldest, unit_arena() + 128, TARN_OBJECT_BYTES(oldest, 1)));
	for (uint32_t cycle = 0; cycle < 3 * GENERATIONS; cycle++) {
		struct thing *thing = refusing_get(&pools->refusing);

		CHECK(thing && oldest_get(&pools->oldest));
		if (cycle & 1)
			refusing_put(&pools->refusing, thing);
		else
			tarn_object_reset(&pools->refusing.core);
	}
	CHECK_EQ(objects_stats(&pools->refusing.core).retired, 0);
	CHECK_EQ(objects_stats(&pools->oldest.core).retired, 0);
	LEAVE();
	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 1)));
	CHECK(refusing_get(&pools->refusing) != NULL);
	LEAVE();
}

static void without_handles_growing_never_ends(void)
{
	struct thing *thing;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(900));
	CHECK(growing_open(&pools->growing, &unit_heap, 1, 2));
	growing_get(&pools->growing);
	for (uint32_t grown = 0; grown < GENERATIONS + 1; grown++) {
		thing = growing_get(&pools->growing);
		CHECK(thing != NULL);
		growing_put(&pools->growing, thing);
	}
	CHECK_EQ(objects_stats(&pools->growing.core).grown, GENERATIONS + 1);
	LEAVE();
}

/* One is enough: it must stay stale for ever, also in the pool's next life. */
static void a_single_handle_counts(void)
{
	refusing_handle handle;
	struct thing *thing;
	uint32_t cycles = 1;

	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 1)));
	thing = refusing_get(&pools->refusing);
	handle = refusing_handle_of(&pools->refusing, thing);
	refusing_put(&pools->refusing, thing);
	for (int life = 0; life < 2; life++) {
		uint32_t most = life ? GENERATIONS : 10;

		for (uint32_t i = 0; i < most && (thing = refusing_get(&pools->refusing)); i++) {
			CHECK_PTR(refusing_resolve(&pools->refusing, handle), NULL);
			refusing_put(&pools->refusing, thing);
			cycles++;
		}
		LEAVE();
		CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 1)));
	}
	CHECK_EQ(cycles, GENERATIONS);
	CHECK_PTR(refusing_get(&pools->refusing), NULL);
	LEAVE();
	pools->refusing.core.floor = 0;
}

void do_slots_retire(void)
{
	objects_begin();
	CASE(a_slot_retires_behind_its_last_generation);
	CASE(resets_use_generations_too);
	CASE(robbing_goes_on_with_the_others);
	CASE(chunks_use_generations_too);
	CASE(a_retired_slot_is_destroyed);
	CASE(without_handles_none_retires);
	CASE(without_handles_growing_never_ends);
	CASE(a_single_handle_counts);
}
