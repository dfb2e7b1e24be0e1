/* SPDX-License-Identifier: MIT
 * A handle counts 2^30 - 1 generations of a slot. After the last one the slot retires, so that
 * no handle is ever given twice. A slot of which nobody had a handle starts again instead. A
 * pool that opens or grows after the last generation begins an era: the numbers repeat, but no
 * handle does. Half of the model's rounds are played after months; here is what it cannot ask. */
#include "world.h"

TARN_OBJECT_TYPE(refusing, struct thing, 64, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(oldest, struct thing, 64, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE(twins, struct thing, 64, TARN_OBJECT_REFUSE | TARN_OBJECT_SIBLINGS(2));

#define MOST 12
TARN_OBJECT_TYPE_WITH(crowd, struct thing, 65536, TARN_OBJECT_GROW, .step = 5);

static uint32_t created;

static void make(struct thing *thing)
{
	(void)thing;
	created++;
}
TARN_OBJECT_TYPE_WITH(made, struct thing, 64, TARN_OBJECT_REFUSE, .once = make);

static struct refusing *const refusing = (void *)&objects_place[0];
static struct oldest *const oldest = (void *)&objects_place[1];
static struct twins *const twins = (void *)&objects_place[2];
static struct crowd *const crowd = (void *)&objects_place[4];
static struct made *const made = (void *)&objects_place[3];

/* There is a warning before the first slot retires, but none for a slot of which nobody had a
 * handle. */
static void a_worn_slot_is_told(void)
{
	struct thing *thing;

	CHECK(refusing_open_at(refusing, ARENA(refusing, 2)));
	thing = refusing_get(refusing);
	CHECK(refusing_get(refusing) != NULL);
	objects_wear(thing, TARN_OBJECT_WORN);
	CHECK_EQ(objects_stats(&refusing->core).worn, 0);
	refusing_handle_of(refusing, thing);
	CHECK_EQ(objects_stats(&refusing->core).worn, 1);
	objects_wear(thing, TARN_OBJECT_WORN + 1);
	CHECK_EQ(objects_stats(&refusing->core).worn, 0);
	refusing_put(refusing, thing);
	CHECK_EQ(objects_stats(&refusing->core).worn, 1);
	CHECK_EQ(objects_stats(&refusing->core).retired, 0);
}

/* After the last era objects are got and put as before, but have no handles. Here it is the second
 * of two pools of a type. */
static void after_the_last_era_there_are_none(void)
{
	struct thing *thing;

	twins->core.part.name = 0 - (UINT32_C(1) << twins_index_bits);
	for (uint32_t left = 2; left--;) {
		objects_era(&twins->core, left);
		CHECK(twins_open_at(twins, ARENA(twins, 1)));
		thing = twins_get(twins);
		CHECK(thing != NULL);
		CHECK_EQ(twins_handle_of(twins, thing).generation != 0, left);
		if (!left)
			EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, thing);
		LEAVE();
	}
}

/* An era ends while chunks of the last one are in use: what they used up does not count in the
 * next. */
static void an_era_ends_once(void)
{
	struct thing *thing[MOST];

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1400));
	CHECK(crowd_open(crowd, &unit_heap, 2, MOST));
	objects_growing(&crowd->core)->birth =
		(TARN_OBJECT_ERA_ - 100 * TARN_OBJECT_GENERATION_) | TARN_OBJECT_HELD_;
	for (uint32_t burst = 0; burst < 200; burst++) {
		for (int i = 0; i < MOST; i++) {
			thing[i] = crowd_get(crowd);
			CHECK(crowd_handle_of(crowd, thing[i]).generation != 0);
		}
		for (int i = MOST; i--;)
			crowd_put(crowd, thing[i]);
	}
	CHECK_EQ(objects_stats(&crowd->core).retired, 0);
	CHECK_EQ(objects_stats(&crowd->core).capacity, 2);
	CHECK_EQ(objects_growing(&crowd->core)->name, 2u << crowd_era_bits);
}

static void robbing_goes_on_with_the_others(void)
{
	oldest_handle first;
	struct thing *thing;
	uint32_t gets = 0;

	CHECK(oldest_open_at(oldest, ARENA(oldest, 2)));
	oldest->core.part.birth =
		((UINT32_C(1) << 31) - 9 * TARN_OBJECT_GENERATION_) | TARN_OBJECT_HELD_;
	first = oldest_handle_of(oldest, oldest_get(oldest));
	while (gets < 30 && (thing = oldest_get(oldest))) {
		oldest_handle_of(oldest, thing);
		CHECK(++gets > 1 || oldest_resolve(oldest, first));
	}
	CHECK_EQ(gets, 2 * 9 - 1);
	CHECK_PTR(oldest_resolve(oldest, first), NULL);
	CHECK_EQ(objects_stats(&oldest->core).retired, 2);
}

/* Puts, resets and robberies all use generations. */
static void without_handles_none_retires(void)
{
	CHECK(refusing_open_at(refusing, ARENA(refusing, 1)));
	CHECK(oldest_open_at(oldest, unit_arena() + 128, TARN_OBJECT_BYTES(oldest, 1)));
	for (uint32_t cycle = 0; cycle < 10; cycle++) {
		struct thing *thing = refusing_get(refusing);
		struct thing *robbed = oldest_get(oldest);

		CHECK(thing && robbed);
		if (cycle % 3 == 0) {
			objects_wear(thing, 2);
			objects_wear(robbed, 2);
		}
		if (cycle & 1)
			refusing_put(refusing, thing);
		else
			tarn_object_reset(&refusing->core);
	}
	CHECK_EQ(objects_stats(&refusing->core).retired, 0);
	CHECK_EQ(objects_stats(&oldest->core).retired, 0);
}

/* One handle is enough: it must stay stale for ever, also in the pool's next life. */
static void a_single_handle_counts(void)
{
	refusing_handle handle = {0, 0};

	CHECK(refusing_open_at(refusing, ARENA(refusing, 1))); /* gives it its name */
	CHECK(tarn_object_close(&refusing->core));
	objects_era(&refusing->core, 9);
	for (int life = 0; life < 2; life++) {
		struct thing *thing;
		uint32_t cycles = 0;

		CHECK(refusing_open_at(refusing, ARENA(refusing, 1)));
		for (; (thing = refusing_get(refusing)) && cycles < 10; cycles++) {
			if (cycles == 0 && life == 0)
				handle = refusing_handle_of(refusing, thing);
			if (cycles == 4)
				objects_wear(thing, 3);
			CHECK_EQ(refusing_resolve(refusing, handle) != NULL,
				 cycles == 0 && life == 0);
			refusing_put(refusing, thing);
		}
		/* After the slot has retired, the next life has another era. */
		CHECK_EQ(cycles, life ? 10 : 7);
		CHECK_EQ(objects_stats(&refusing->core).retired, !life);
		LEAVE();
	}
}

/* The handle of an inline get counts, too. A get is inline if its slot was used before. */
static void a_handle_of_a_get_counts(void)
{
	struct thing *thing;

	CHECK(refusing_open_at(refusing, ARENA(refusing, 1)));
	refusing_put(refusing, refusing_get(refusing));
	thing = refusing_resolve(refusing, refusing_get_held(refusing, NULL, NULL));
	objects_wear(thing, 1);
	refusing_put(refusing, thing);
	CHECK_EQ(objects_stats(&refusing->core).retired, 1);
}

/* The pool counts how many were got only when it is asked: a reset, or a slot that retires, must
 * not take the peak along, and a recycle counts nobody who was never got. */
static void the_peak_is_read_late(void)
{
	for (int way = 0; way < 3; way++) {
		struct thing *thing = NULL;

		CHECK(refusing_open_at(refusing, ARENA(refusing, 4)));
		CHECK_EQ(tarn_object_prewarm(&refusing->core, 4), 4);
		for (int i = 0; i < 2; i++)
			thing = refusing_get(refusing);
		if (way == 0)
			tarn_object_reset(&refusing->core);
		if (way == 1)
			tarn_object_recycle(&refusing->core);
		if (way == 2) {
			refusing_handle_of(refusing, thing);
			objects_wear(thing, 1);
			refusing_put(refusing, thing);
		}
		CHECK_EQ(objects_stats(&refusing->core).peak, 2);
		CHECK_EQ(objects_stats(&refusing->core).retired, way == 2);
		LEAVE();
	}
}

/* What is prewarmed joins the end of the idle list, whatever came to the list before. */
static void a_prewarm_leaves_what_is_idle(void)
{
	struct thing *thing[2];

	for (int resets = 0; resets < 2; resets++) {
		CHECK(refusing_open_at(refusing, ARENA(refusing, 6)));
		for (int i = 0; i < 2; i++)
			thing[i] = refusing_get(refusing);
		for (int i = 0; i < 2; i++)
			refusing_put(refusing, thing[i]);
		if (resets)
			tarn_object_reset(&refusing->core);
		CHECK_EQ(tarn_object_prewarm(&refusing->core, 4), 4);
		CHECK_POOL(refusing);
		for (int i = 0; i < 6; i++)
			CHECK(refusing_get(refusing) != NULL);
		LEAVE();
	}
}

/* The peak counts what was got. Of a slot whose generations begin anew, the tag is again as before
 * the first get. */
static void a_new_beginning_counts_as_got(void)
{
	CHECK(refusing_open_at(refusing, ARENA(refusing, 4)));
	CHECK_EQ(tarn_object_prewarm(&refusing->core, 4), 4);
	for (uint32_t i = 0; i < 2; i++) {
		struct thing *thing = refusing_get(refusing);

		objects_wear(thing, 1);
		refusing_put(refusing, thing);
	}
	CHECK_EQ(objects_stats(&refusing->core).peak, 1);
}

/* A slot that retired, and that a reset left uncarved, comes back, and is created again. */
static void a_recycle_carves_what_a_reset_left(void)
{
	struct thing *thing[4];

	created = 0;
	CHECK(made_open_at(made, ARENA(made, 4)));
	for (int i = 0; i < 4; i++)
		thing[i] = made_get(made);
	made_handle_of(made, thing[1]);
	objects_wear(thing[1], 1);
	made_put(made, thing[1]);
	tarn_object_reset(&made->core);
	CHECK_EQ(objects_stats(&made->core).retired, 1);
	tarn_object_recycle(&made->core);
	CHECK_EQ(objects_stats(&made->core).retired, 0);
	for (int i = 0; i < 4; i++)
		CHECK(made_get(made) != NULL);
	CHECK_EQ(created, 5);
}

void do_slots_retire(void)
{
	CASE(a_worn_slot_is_told);
	CASE(after_the_last_era_there_are_none);
	CASE(an_era_ends_once);
	CASE(robbing_goes_on_with_the_others);
	CASE(without_handles_none_retires);
	CASE(a_single_handle_counts);
	CASE(a_handle_of_a_get_counts);
	CASE(the_peak_is_read_late);
	CASE(a_prewarm_leaves_what_is_idle);
	CASE(a_new_beginning_counts_as_got);
	CASE(a_recycle_carves_what_a_reset_left);
}
