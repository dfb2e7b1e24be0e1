/* SPDX-License-Identifier: MIT
 * Chunks of a heap come and go. The model asks what is got, created and destroyed meanwhile. */
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

static struct enemies *const enemies = (void *)&objects_place[0];
static struct machines *const machines = (void *)&objects_place[0];
static struct fixed *const fixed = (void *)&objects_place[0];

static uint32_t commons_used(void)
{
	struct tarn_heap_stats stats;

	unit_drain(&unit_heap);
	tarn_heap_stats(&unit_heap, &stats);
	return stats.commons - stats.commons_free;
}

/* A class that could hold a chunk keeps its blocks for requests of its own size. */
static void a_horde_costs_no_class_a_block(void)
{
	uint32_t live, used;

	NEED_COMMONS;
	CHECK(MAKE(2400, {BLOCK(200), 3, 0, 0}));
	CHECK(enemies_open(enemies, &unit_heap, 2, 8));
	live = unit_live(&unit_heap, 0);
	used = commons_used();
	while (enemies_get(enemies))
		;
	CHECK_EQ(objects_stats(&enemies->core).live, 8);
	CHECK_EQ(objects_stats(&enemies->core).grown, 6); /* by half of the capacity */
	CHECK_EQ(unit_live(&unit_heap, 0), live);
	CHECK(commons_used() > used);
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
}

/* A pool that is declared to grow, but cannot, raises a fault. A NULL would mean that it is
 * full. */
static void growing_needs_a_heap(void)
{
	static struct tarn_heap nobody_made;
	static _Alignas(16) unsigned char memory[TARN_OBJECT_BYTES(enemies, 1)];

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1200));
	CHECK(enemies_open_at(enemies, memory, sizeof(memory)));
	CHECK(enemies_get(enemies) != NULL);
	REFUSED(enemies_get(enemies), TARN_FAULT_HEAP, &enemies->core);
	CHECK(tarn_object_grow_from(&enemies->core, &nobody_made, 2));
	CHECK_PTR(enemies_get(enemies), NULL);
	EXPECT_FAULT(TARN_FAULT_HEAP, &nobody_made, NULL);
	CHECK_POOL(enemies);
}

/* Between two lives there is nothing to destroy, and no memory to touch. */
static void a_closed_pool_has_no_objects(void)
{
	struct thing *object;

	created = destroyed = 0;
	CHECK(fixed_open_at(fixed, ARENA(fixed, 4)));
	CHECK_EQ(tarn_object_prewarm(&fixed->core, 4), 4);
	object = fixed_get(fixed);
	fixed_put(fixed, object);
	CHECK(tarn_object_close(&fixed->core));
	CHECK_EQ(destroyed, 4);
	CHECK_EQ(tarn_object_trim(&fixed->core, 0), 0);
	tarn_object_reset(&fixed->core);
	CHECK_EQ(objects_stats(&fixed->core).created, 0);
	CHECK(!fixed_in_use(fixed, object));
	CHECK_EQ(destroyed, 4);
}

static void prewarm_and_trim_move_chunks_too(void)
{
	uint32_t used;

	NEED_COMMONS;
	CHECK(MAKE_COMMONS(1500));
	created = destroyed = 0;
	CHECK(machines_open(machines, &unit_heap, 2, 12));
	used = commons_used();
	CHECK_EQ(tarn_object_prewarm(&machines->core, 9), 9);
	CHECK_EQ(objects_stats(&machines->core).grown, 2);
	CHECK_EQ(created, 9);
	CHECK_EQ(tarn_object_trim(&machines->core, 0), 0);
	CHECK_EQ(destroyed, 9);
	CHECK_EQ(commons_used(), used);
	CHECK_POOL(machines);
}

void does_it_grow_and_shrink(void)
{
	CASE(a_horde_costs_no_class_a_block);
	CASE(static_slots_grow_from_a_heap);
	CASE(growing_needs_a_heap);
	CASE(a_closed_pool_has_no_objects);
	CASE(prewarm_and_trim_move_chunks_too);
}
