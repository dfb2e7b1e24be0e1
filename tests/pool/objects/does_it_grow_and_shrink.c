/* SPDX-License-Identifier: MIT */
#include "world.h"

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

TARN_OBJECT_TYPE(enemies, struct thing, 14, TARN_OBJECT_GROW);
TARN_OBJECT_TYPE_WITH(machines, struct thing, 32, TARN_OBJECT_GROW, .once = make, .destroy = unmake,
		      .step = 5);
TARN_OBJECT_STORAGE_GROWING(home, machines, 2, &unit_heap, 8);
TARN_OBJECT_TYPE_WITH(fixed, struct thing, 8, TARN_OBJECT_REFUSE, .once = make, .destroy = unmake);

static struct {
	struct enemies enemies;
	struct machines machines;
	struct fixed fixed;
} *const pools = (void *)&objects_place[0];

static uint32_t commons_used(void)
{
	struct tarn_heap_stats stats;

	unit_drain(&unit_heap);
	tarn_heap_stats(&unit_heap, &stats);
	return stats.commons - stats.commons_free;
}

static void enemies_grow_up_to_their_maximum(void)
{
	struct thing *object[14];
	uint32_t used;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(2400));
	CHECK(enemies_open(&pools->enemies, &unit_heap, 4, 13));
	used = commons_used();
	for (uint32_t i = 0; i < 13; i++) {
		object[i] = enemies_get(&pools->enemies);
		if (!CHECK(object[i] != NULL))
			return;
		unit_fill(object[i], sizeof(struct thing), i);
		CHECK_EQ(objects_stats(&pools->enemies.core).peak, i + 1);
		CHECK_POOL(&pools->enemies);
	}
	CHECK_PTR(enemies_get(&pools->enemies), NULL);
	CHECK_EQ(objects_stats(&pools->enemies.core).refused, 1);
	CHECK_EQ(objects_stats(&pools->enemies.core).grown, 5); /* by 2, the last by 1 */
	CHECK_EQ(objects_stats(&pools->enemies.core).capacity, 13);
	for (uint32_t i = 0; i < 13; i++) {
		CHECK(unit_holds(object[i], sizeof(struct thing), i));
		CHECK(enemies_in_use(&pools->enemies, object[i]));
	}
	/* A chunk is given back with its last object. */
	enemies_put(&pools->enemies, object[5]);
	CHECK_EQ(objects_stats(&pools->enemies.core).shrunk, 0);
	enemies_put(&pools->enemies, object[4]);
	CHECK_EQ(objects_stats(&pools->enemies.core).shrunk, 1);
	CHECK_EQ(objects_stats(&pools->enemies.core).capacity, 11);
	CHECK(!enemies_in_use(&pools->enemies, object[4]));
	for (uint32_t i = 6; i < 13; i++)
		enemies_put(&pools->enemies, object[i]);
	CHECK_EQ(objects_stats(&pools->enemies.core).shrunk, 5);
	CHECK_EQ(commons_used(), used);
	CHECK_EQ(tarn_object_count(&pools->enemies.core), 4);
	CHECK_SOUND(&unit_heap);
	LEAVE();
}

/* A class that could hold a chunk keeps its blocks for requests of its own size. */
static void a_horde_costs_no_class_a_block(void)
{
	uint32_t live, used;

	NEED_COMMONS;
	CHECK(MAKE(2400, {BLOCK(200), 3, 0, 0}));
	CHECK(enemies_open(&pools->enemies, &unit_heap, 2, 8));
	live = unit_live(&unit_heap, 0);
	used = commons_used();
	while (enemies_get(&pools->enemies))
		;
	CHECK_EQ(objects_stats(&pools->enemies.core).live, 8);
	CHECK_EQ(unit_live(&unit_heap, 0), live);
	CHECK(commons_used() > used);
	LEAVE();
}

static void no_room_in_the_heap_is_null(void)
{
	struct thing *block;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(700));
	CHECK(enemies_open(&pools->enemies, &unit_heap, 2, 14));
	while ((block = tarn_alloc(&unit_heap, 8)))
		;
	enemies_get(&pools->enemies);
	enemies_get(&pools->enemies);
	CHECK_PTR(enemies_get(&pools->enemies), NULL);
	CHECK_EQ(objects_stats(&pools->enemies.core).refused, 1);
	LEAVE();
}

static void static_slots_grow_from_a_heap(void)
{
	struct thing *object[8];

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1200));
	created = destroyed = 0;
	for (int i = 0; i < 2; i++)
		object[i] = machines_get(&home);
	for (int i = 2; i < 8; i++)
		CHECK((object[i] = machines_get(&home)) != NULL);
	CHECK_PTR(machines_get(&home), NULL);
	CHECK_EQ(objects_stats(&home.core).grown, 2); /* by 5, by 1 */
	CHECK_EQ(created, 8);
	for (int i = 7; i >= 0; i--)
		machines_put(&home, object[i]);
	CHECK_EQ(destroyed, 6);
	LEAVE();
	CHECK_EQ(destroyed, 8);
	/* Once more, after its close. */
	for (int i = 0; i < 8; i++)
		CHECK(machines_get(&home) != NULL);
	LEAVE();
}

/* A pool that is declared to grow, but cannot, raises a fault. A NULL would mean that it is
 * full. */
static void growing_needs_a_heap(void)
{
	static struct tarn_heap nobody_made;
	static _Alignas(16) unsigned char memory[TARN_OBJECT_BYTES(enemies, 1)];

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1200));
	CHECK(enemies_open_at(&pools->enemies, memory, sizeof(memory)));
	CHECK(enemies_get(&pools->enemies) != NULL);
	CHECK_PTR(enemies_get(&pools->enemies), NULL);
	EXPECT_POOL_FAULT(TARN_FAULT_HEAP, &pools->enemies.core);
	CHECK(tarn_object_grow_from(&pools->enemies.core, &nobody_made, 2));
	CHECK_PTR(enemies_get(&pools->enemies), NULL);
	EXPECT_FAULT(TARN_FAULT_HEAP, &nobody_made, NULL);
	CHECK_POOL(&pools->enemies);
	LEAVE();
}

/* If no hook runs, gets are shorter. The order and the peak are the same. Below level 2, all
 * prewarmed objects are on the list, so that a get needs no call. */
TARN_OBJECT_TYPE(plain, struct thing, 6, TARN_OBJECT_REFUSE);

static void prewarmed_ones_come_first(void)
{
	struct plain *plain = (void *)&objects_place[POOL_PLACES - 1];
	const unsigned char *first;
	uint32_t listed = 0;

	CHECK(plain_open_at(plain, ARENA(plain, 6)));
	CHECK_EQ(tarn_object_prewarm(&plain->core, 3), 3);
	first = plain->core.part.head;
	for (void *object = plain->core.part.head; object && TARN_HARDEN < 2; listed++)
		object = *tarn_object_link_(&plain_facts_, object);
	CHECK_EQ(listed, TARN_HARDEN < 2 ? 3 : 0);
	for (uint32_t i = 0; i < 6; i++) {
		const void *thing = plain_get(plain);

		CHECK(thing && (TARN_HARDEN >= 2 || thing == first + i * plain_stride));
		CHECK_EQ(objects_stats(&plain->core).peak, i + 1);
		CHECK_EQ(objects_stats(&plain->core).created, i < 3 ? 3 : i + 1);
		CHECK_POOL(plain);
	}
	CHECK_PTR(plain_get(plain), NULL);
	LEAVE();
}

/* The pool counts how many were got only when it is asked. Objects that a reset took back come
 * before those that are prewarmed after it. */
static void the_peak_is_read_late(void)
{
	struct plain *plain = (void *)&objects_place[POOL_PLACES - 1];

	CHECK(plain_open_at(plain, ARENA(plain, 6)));
	CHECK_EQ(tarn_object_prewarm(&plain->core, 6), 6);
	for (int i = 0; i < 4; i++)
		CHECK(plain_get(plain) != NULL);
	tarn_object_reset(&plain->core);
	CHECK_EQ(objects_stats(&plain->core).peak, 4);
	LEAVE();
	CHECK(plain_open_at(plain, ARENA(plain, 6)));
	CHECK_EQ(tarn_object_prewarm(&plain->core, 2), 2);
	tarn_object_reset(&plain->core);
	CHECK_EQ(tarn_object_prewarm(&plain->core, 4), 4);
	CHECK_POOL(plain);
	for (int i = 0; i < 6; i++)
		CHECK(plain_get(plain) != NULL);
	CHECK_POOL(plain);
	LEAVE();
}

/* Between two lives there is nothing to destroy, and no memory to touch. */
static void a_closed_pool_has_no_objects(void)
{
	struct thing *object;

	created = destroyed = 0;
	CHECK(fixed_open_at(&pools->fixed, ARENA(fixed, 4)));
	CHECK_EQ(tarn_object_prewarm(&pools->fixed.core, 4), 4);
	object = fixed_get(&pools->fixed);
	fixed_put(&pools->fixed, object);
	CHECK(tarn_object_close(&pools->fixed.core));
	CHECK_EQ(destroyed, 4);
	CHECK_EQ(tarn_object_trim(&pools->fixed.core, 0), 0);
	tarn_object_reset(&pools->fixed.core);
	CHECK_EQ(objects_stats(&pools->fixed.core).created, 0);
	CHECK(!fixed_in_use(&pools->fixed, object));
	CHECK_EQ(destroyed, 4);
}

static void prewarm_and_trim_move_chunks_too(void)
{
	uint32_t used;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1500));
	created = destroyed = 0;
	CHECK(machines_open(&pools->machines, &unit_heap, 2, 12));
	used = commons_used();
	CHECK_EQ(tarn_object_prewarm(&pools->machines.core, 9), 9);
	CHECK_EQ(objects_stats(&pools->machines.core).grown, 2);
	CHECK_EQ(created, 9);
	CHECK_EQ(tarn_object_trim(&pools->machines.core, 0), 0);
	CHECK_EQ(destroyed, 9);
	CHECK_EQ(commons_used(), used);
	CHECK_POOL(&pools->machines);
	LEAVE();
}

void does_it_grow_and_shrink(void)
{
	objects_begin();
	CASE(enemies_grow_up_to_their_maximum);
	CASE(a_horde_costs_no_class_a_block);
	CASE(no_room_in_the_heap_is_null);
	CASE(static_slots_grow_from_a_heap);
	CASE(growing_needs_a_heap);
	CASE(prewarmed_ones_come_first);
	CASE(the_peak_is_read_late);
	CASE(a_closed_pool_has_no_objects);
	CASE(prewarm_and_trim_move_chunks_too);
}
