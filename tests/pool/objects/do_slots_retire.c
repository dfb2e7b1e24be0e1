/* SPDX-License-Identifier: MIT
 * A handle counts 2^30 - 1 generations of a slot. After the last one the slot retires, so that
 * no handle is ever given twice. A slot of which nobody had a handle starts again instead. A
 * pool that opens or grows after the last generation begins an era: the numbers repeat, but no
 * handle does. */
#include "world.h"

#define GENERATIONS 100
#define OWN         2 /* slots of the crowd, without its chunks */
#define MOST        12
#define BURSTS      3000
#define OLD         16 /* handles that are kept */

TARN_OBJECT_TYPE(refusing, struct thing, 64, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(oldest, struct thing, 64, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_TYPE_WITH(crowd, struct thing, 65536, TARN_OBJECT_GROW, .step = 5);
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
	struct crowd crowd;
	struct made made;
	struct twins twins;
} *const pools = (void *)&objects_place[0];

/* There is a warning before the first slot retires, but none for a slot of which nobody had a
 * handle. */
static void a_worn_slot_is_told(void)
{
	struct thing *thing;

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

static void robbing_goes_on_with_the_others(void)
{
	oldest_handle first;
	struct thing *thing;
	uint32_t gets = 0;

	CHECK(oldest_open_at(&pools->oldest, ARENA(oldest, 2)));
	objects_age(&pools->oldest.core, GENERATIONS);
	first = oldest_handle_of(&pools->oldest, oldest_get(&pools->oldest));
	while (gets < 3 * GENERATIONS && (thing = oldest_get(&pools->oldest))) {
		oldest_handle_of(&pools->oldest, thing);
		CHECK(++gets > 1 || oldest_resolve(&pools->oldest, first));
	}
	CHECK_EQ(gets, 2 * GENERATIONS - 1);
	CHECK_PTR(oldest_resolve(&pools->oldest, first), NULL);
	CHECK_EQ(objects_stats(&pools->oldest.core).retired, 2);
	LEAVE();
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

	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 1))); /* gives it its name */
	CHECK(tarn_object_close(&pools->refusing.core));
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

/* The peak counts what was got. Of a slot whose generations begin anew, and of one that was trimmed
 * after it was got, the tag is again as before the first get. */
static void a_new_beginning_counts_as_got(void)
{
	struct thing *thing;

	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 4)));
	CHECK_EQ(tarn_object_prewarm(&pools->refusing.core, 4), 4);
	for (uint32_t i = 0; i < 2; i++) {
		thing = refusing_get(&pools->refusing);
		objects_wear(thing, 1);
		refusing_put(&pools->refusing, thing);
	}
	CHECK_EQ(objects_stats(&pools->refusing.core).peak, 1);
	LEAVE();
	CHECK(made_open_at(&pools->made, ARENA(made, 4)));
	made_put(&pools->made, made_get(&pools->made));
	CHECK_EQ(tarn_object_trim(&pools->made.core, 0), 0);
	CHECK_EQ(tarn_object_prewarm(&pools->made.core, 1), 1);
	thing = made_get(&pools->made);
	made_put(&pools->made, made_get(&pools->made));
	made_put(&pools->made, thing);
	objects_wear(made_get(&pools->made), 1);
	LEAVE();
}

static void a_retired_slot_counts_for_the_peak(void)
{
	struct thing *thing;

	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 4)));
	CHECK_EQ(tarn_object_prewarm(&pools->refusing.core, 4), 4);
	thing = refusing_get(&pools->refusing);
	CHECK(refusing_get(&pools->refusing) != NULL);
	refusing_handle_of(&pools->refusing, thing);
	objects_wear(thing, 1);
	refusing_put(&pools->refusing, thing);
	CHECK_EQ(objects_stats(&pools->refusing.core).retired, 1);
	CHECK_EQ(objects_stats(&pools->refusing.core).peak, 2);
	LEAVE();
}

/* A recycle gives all slots their generations again. An object that was never got shows this by its
 * generation, so the peak stays exact. */
static void a_recycle_leaves_what_was_never_got(void)
{
	struct thing *thing;

	CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 6)));
	CHECK_EQ(tarn_object_prewarm(&pools->refusing.core, 6), 6);
	thing = refusing_get(&pools->refusing);
	CHECK(refusing_get(&pools->refusing) != NULL);
	objects_wear(thing, 5);
	refusing_put(&pools->refusing, thing);
	tarn_object_recycle(&pools->refusing.core);
	CHECK_EQ(objects_stats(&pools->refusing.core).peak, 2);
	CHECK_EQ(objects_stats(&pools->refusing.core).created, 6);
	CHECK_PTR(refusing_get(&pools->refusing), thing);
	CHECK_EQ(objects_stats(&pools->refusing.core).peak, 2);
	CHECK(refusing_get(&pools->refusing) != NULL);
	CHECK_EQ(objects_stats(&pools->refusing.core).peak, 3);
	CHECK_POOL(&pools->refusing);
	LEAVE();
}

/* A slot that retired, and that a reset left uncarved, comes back, and is created again. */
static void a_recycle_carves_what_a_reset_left(void)
{
	struct thing *thing[4];

	created = destroyed = 0;
	CHECK(made_open_at(&pools->made, ARENA(made, 4)));
	for (int i = 0; i < 4; i++)
		thing[i] = made_get(&pools->made);
	made_handle_of(&pools->made, thing[1]);
	objects_wear(thing[1], 1);
	made_put(&pools->made, thing[1]);
	tarn_object_reset(&pools->made.core);
	CHECK_EQ(objects_stats(&pools->made.core).retired, 1);
	tarn_object_recycle(&pools->made.core);
	CHECK_EQ(objects_stats(&pools->made.core).retired, 0);
	for (int i = 0; i < 4; i++)
		CHECK(made_get(&pools->made) != NULL);
	CHECK_EQ(created - destroyed, 4);
	LEAVE();
}

/* ---- After months ---------------------------------------------------------------------------- */

static crowd_handle old[OLD];

/* Gets all objects that it can, and puts them. Returns how many there were. */
static uint32_t burst(uint32_t number)
{
	struct thing *thing[MOST];
	uint32_t got = 0;

	for (; got < MOST && (thing[got] = crowd_get(&pools->crowd)); got++)
		if (!CHECK(crowd_handle_of(&pools->crowd, thing[got]).generation))
			return 0;
	for (uint32_t i = 0; i < OLD; i++)
		if (!CHECK(!crowd_resolve(&pools->crowd, old[i])))
			return 0;
	old[number % OLD] = crowd_handle_of(&pools->crowd, thing[number % MOST]);
	while (got)
		crowd_put(&pools->crowd, thing[--got]);
	return MOST;
}

static void bursts_leave_the_capacity(void)
{
	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1400));
	CHECK(crowd_open(&pools->crowd, &unit_heap, OWN, MOST));
	objects_era_growing(&pools->crowd.core, BURSTS / 2); /* an era ends meanwhile */
	for (uint32_t i = 0; i < BURSTS; i++)
		if (!CHECK_EQ(burst(i), MOST))
			break;
	CHECK_EQ(objects_stats(&pools->crowd.core).retired, 0);
	CHECK_EQ(objects_stats(&pools->crowd.core).capacity, OWN);
	CHECK_EQ(objects_growing(&pools->crowd.core)->name, 2u << crowd_era_bits);
	LEAVE();
}

static void lives_leave_the_capacity(void)
{
	refusing_handle before = {0, 0};
	uint32_t name = 0;

	for (uint32_t i = 0; i < BURSTS / 10; i++) {
		struct thing *thing;

		CHECK(refusing_open_at(&pools->refusing, ARENA(refusing, 1)));
		if (i == 0) {
			objects_era(&pools->refusing.core, BURSTS / 20);
			name = pools->refusing.core.part.name;
		}
		thing = refusing_get(&pools->refusing);
		if (!CHECK(thing != NULL) || !CHECK(!refusing_resolve(&pools->refusing, before)))
			break;
		before = refusing_handle_of(&pools->refusing, thing);
		CHECK_PTR(refusing_get(&pools->refusing), NULL);
		refusing_put(&pools->refusing, thing);
		CHECK(tarn_object_close(&pools->refusing.core));
	}
	LEAVE();
	CHECK_EQ(pools->refusing.core.part.name, name + (1u << refusing_era_bits));
}

void do_slots_retire(void)
{
	objects_begin();
	CASE(a_worn_slot_is_told);
	CASE(after_the_last_era_there_are_none);
	CASE(robbing_goes_on_with_the_others);
	CASE(a_retired_slot_is_destroyed);
	CASE(without_handles_none_retires);
	CASE(a_single_handle_counts);
	CASE(a_handle_of_a_get_counts);
	CASE(a_new_beginning_counts_as_got);
	CASE(a_retired_slot_counts_for_the_peak);
	CASE(a_recycle_leaves_what_was_never_got);
	CASE(a_recycle_carves_what_a_reset_left);
	CASE(bursts_leave_the_capacity);
	CASE(lives_leave_the_capacity);
}
