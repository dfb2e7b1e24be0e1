/* SPDX-License-Identifier: MIT
 * A handle counts 2^30 - 1 generations of a slot. After the last one the slot retires, so that
 * no handle is ever given twice. A slot of which nobody had a handle starts again instead. A
 * pool that opens or grows after the last generation begins an era: the numbers repeat, but no
 * handle does. */
#include "world.h"

#define GENERATIONS 100

TARN_OBJECT_TYPE(refusing, struct thing, 64, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(oldest, struct thing, 64, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE(growing, struct thing, 64, TARN_OBJECT_GROW);
TARN_OBJECT_TYPE(twins, struct thing, 64, TARN_OBJECT_REFUSE | TARN_OBJECT_SIBLINGS(2));

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
TARN_OBJECT_TYPE_WITH(made, struct thing, 64, TARN_OBJECT_REFUSE, .once = make, .destroy = unmake);

static struct {
	struct refusing refusing;
	struct oldest oldest;
	struct growing growing;
	struct made made;
	struct twins twins;
} *const pools = (void *)&objects_place[0];

static void a_slot_retires_behind_its_last_generation(void)
{
	refusing_handle before = {0}, first = {0};
	uint32_t cycles = 0;
	struct thing *thing;

	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 2)));
	objects_age(&pools->refusing.core, GENERATIONS);
	while ((thing = refusing_get(&pools->refusing))) {
		refusing_handle handle = refusing_handle_of(&pools->refusing, thing);

		/* The first slot's handles, then the second's: each number is higher than the
		 * last. */
		if (cycles % GENERATIONS)
			CHECK(handle.generation < before.generation);
		if (cycles == 0)
			first = handle;
		CHECK(cycles == 0 || handle.slot != first.slot ||
		      handle.generation != first.generation);
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
	/* Nobody has the object of a retired slot. */
	thing = (struct thing *)(void *)pools->refusing.core.part.base;
	refusing_put(&pools->refusing, thing);
	EXPECT_POOL_FAULT(TARN_FAULT_DOUBLE_FREE, thing);
	CHECK_POOL(&pools->refusing);
	/* A reset does not bring it back. */
	tarn_object_reset(&pools->refusing.core);
	CHECK_PTR(refusing_get(&pools->refusing), NULL);
	CHECK_POOL(&pools->refusing);
	CHECK_EQ(objects_stats(&pools->refusing.core).retired, 2);
	LEAVE();
	/* The pool's next life has all slots. It has the same generations, under another name. */
	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 2)));
	CHECK_EQ(objects_stats(&pools->refusing.core).retired, 0);
	for (int i = 0; i < 2; i++) {
		thing = refusing_get(&pools->refusing);
		CHECK(thing != NULL);
		if (thing) {
			objects_wear(thing, GENERATIONS);
			CHECK_EQ(refusing_handle_of(&pools->refusing, thing).generation,
				 first.generation);
		}
		CHECK_PTR(refusing_resolve(&pools->refusing, first), NULL);
	}
	LEAVE();
}

/* There is a warning before the first slot retires, but none for a slot of which nobody had a
 * handle. */
static void a_worn_slot_is_told(void)
{
	struct thing *thing;

	pools->refusing.core.part.birth = TARN_OBJECT_BIRTH_;
	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 2)));
	thing = refusing_get(&pools->refusing);
	CHECK(refusing_get(&pools->refusing) != NULL);
	objects_wear(thing, TARN_OBJECT_WORN);
	CHECK_EQ(objects_stats(&pools->refusing.core).worn, 0);
	refusing_handle_of(&pools->refusing, thing);
	CHECK_EQ(objects_stats(&pools->refusing.core).worn, 1);
	objects_wear(thing, TARN_OBJECT_WORN + 1);
	CHECK_EQ(objects_stats(&pools->refusing.core).worn, 0);
	refusing_put(&pools->refusing, thing);
	CHECK_EQ(objects_stats(&pools->refusing.core).worn, 1);
	CHECK_EQ(objects_stats(&pools->refusing.core).retired, 0);
	LEAVE();
}

static void resets_use_generations_too(void)
{
	uint32_t cycles = 0;
	struct thing *thing;

	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 1)));
	objects_age(&pools->refusing.core, GENERATIONS);
	while ((thing = refusing_get(&pools->refusing))) {
		refusing_handle_of(&pools->refusing, thing);
		tarn_object_reset(&pools->refusing.core);
		cycles++;
	}
	CHECK_EQ(cycles, GENERATIONS);
	CHECK_EQ(objects_stats(&pools->refusing.core).retired, 1);
	CHECK_POOL(&pools->refusing);
	LEAVE();
}

static void robbing_goes_on_with_the_others(void)
{
	oldest_handle first, next;
	uint32_t gets = 0;

	CHECK(oldest_open_at(&pools->oldest, ARENA(oldest, 2)));
	objects_age(&pools->oldest.core, GENERATIONS);
	first = oldest_get_held(&pools->oldest, NULL, NULL);
	while (next = oldest_get_held(&pools->oldest, NULL, NULL), next.generation)
		CHECK(++gets > 1 || oldest_resolve(&pools->oldest, first));
	CHECK_EQ(gets, 2 * GENERATIONS - 1);
	CHECK_PTR(oldest_resolve(&pools->oldest, first), NULL);
	CHECK_EQ(objects_stats(&pools->oldest.core).retired, 2);
	CHECK_POOL(&pools->oldest);
	LEAVE();
}

/* Each chunk begins above all generations of the chunks before it; after the last one, with an
 * era. */
static void chunks_use_generations_too(void)
{
	growing_handle handle, first = {0, 0};
	uint32_t eras = 0;
	struct thing *thing;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(900));
	CHECK(growing_open(&pools->growing, &unit_heap, 1, 2));
	objects_era_growing(&pools->growing.core, GENERATIONS);
	growing_get(&pools->growing);
	for (uint32_t grown = 0; grown < 2 * GENERATIONS; grown++) {
		thing = growing_get(&pools->growing);
		if (!CHECK(thing != NULL))
			break;
		handle = growing_handle_of(&pools->growing, thing);
		if (grown == 0)
			first = handle;
		eras += handle.slot != first.slot;
		CHECK(grown == 0 || !growing_resolve(&pools->growing, first));
		if (eras == 1)
			objects_era_growing(&pools->growing.core, GENERATIONS);
		growing_put(&pools->growing, thing);
	}
	CHECK_EQ(eras, GENERATIONS);
	CHECK_EQ(objects_stats(&pools->growing.core).capacity, 1);
	CHECK_EQ(objects_stats(&pools->growing.core).retired, 0);
	CHECK_POOL(&pools->growing);
	LEAVE();
}

/* After the last era objects are got and put as before, but have no handles. Here it is the second
 * of two pools of a type. */
static void after_the_last_era_there_are_none(void)
{
	struct thing *thing;

	pools->twins.core.part.name = 0 - (UINT32_C(1) << twins_index_bits);
	for (uint32_t left = 2; left--;) {
		objects_era(&pools->twins.core, left);
		CHECK(twins_open_at(&pools->twins, ARENA(twins, 1)));
		thing = twins_get(&pools->twins);
		CHECK(thing != NULL);
		CHECK_EQ(twins_handle_of(&pools->twins, thing).generation != 0, left);
		if (!left)
			EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, thing);
		LEAVE();
	}
}

static void a_retired_slot_is_destroyed(void)
{
	struct thing *thing;

	created = destroyed = 0;
	CHECK(made_open_at(&pools->made, ARENA(made, 2)));
	objects_age(&pools->made.core, GENERATIONS);
	while ((thing = made_get(&pools->made))) {
		made_handle_of(&pools->made, thing);
		made_put(&pools->made, thing);
	}
	CHECK_EQ(created, 2);
	CHECK_EQ(destroyed, 2);
	LEAVE();
	CHECK_EQ(destroyed, 2);
}

/* Puts, resets and robberies all use generations. */
static void without_handles_none_retires(void)
{
	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 1)));
	CHECK(oldest_open_at(&pools->oldest, unit_arena() + 128, TARN_OBJECT_BYTES(oldest, 1)));
	for (uint32_t cycle = 0; cycle < 10; cycle++) {
		struct thing *thing = refusing_get(&pools->refusing);
		struct thing *robbed = oldest_get(&pools->oldest);

		CHECK(thing && robbed);
		if (cycle % 3 == 0) {
			objects_wear(thing, 2);
			objects_wear(robbed, 2);
		}
		if (cycle & 1)
			refusing_put(&pools->refusing, thing);
		else
			tarn_object_reset(&pools->refusing.core);
	}
	CHECK_EQ(objects_stats(&pools->refusing.core).retired, 0);
	CHECK_EQ(objects_stats(&pools->oldest.core).retired, 0);
	LEAVE();
}

/* One handle is enough: it must stay stale for ever, also in the pool's next life. */
static void a_single_handle_counts(void)
{
	refusing_handle handle = {0, 0};

	objects_era(&pools->refusing.core, 9);
	for (int life = 0; life < 2; life++) {
		struct thing *thing;
		uint32_t cycles = 0;

		CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 1)));
		for (; (thing = refusing_get(&pools->refusing)) && cycles < 10; cycles++) {
			if (cycles == 0 && life == 0)
				handle = refusing_handle_of(&pools->refusing, thing);
			if (cycles == 4)
				objects_wear(thing, 3);
			CHECK_EQ(refusing_resolve(&pools->refusing, handle) != NULL,
				 cycles == 0 && life == 0);
			refusing_put(&pools->refusing, thing);
		}
		/* After the slot has retired, the next life has another era. */
		CHECK_EQ(cycles, life ? 10 : 7);
		CHECK_EQ(objects_stats(&pools->refusing.core).retired, !life);
		LEAVE();
	}
}

/* The handle of an inline get counts, too. A get is inline if its slot was used before. */
static void a_handle_of_a_get_counts(void)
{
	refusing_handle handle;
	struct thing *thing;

	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 1)));
	refusing_put(&pools->refusing, refusing_get(&pools->refusing));
	handle = refusing_get_held(&pools->refusing, NULL, NULL);
	thing = refusing_resolve(&pools->refusing, handle);
	CHECK(thing != NULL);
	objects_wear(thing, 1);
	refusing_put(&pools->refusing, thing);
	CHECK_EQ(objects_stats(&pools->refusing.core).retired, 1);
	CHECK_PTR(refusing_get(&pools->refusing), NULL);
	LEAVE();
}

void do_slots_retire(void)
{
	objects_begin();
	CASE(a_slot_retires_behind_its_last_generation);
	CASE(a_worn_slot_is_told);
	CASE(resets_use_generations_too);
	CASE(robbing_goes_on_with_the_others);
	CASE(chunks_use_generations_too);
	CASE(after_the_last_era_there_are_none);
	CASE(a_retired_slot_is_destroyed);
	CASE(without_handles_none_retires);
	CASE(a_single_handle_counts);
	CASE(a_handle_of_a_get_counts);
}
