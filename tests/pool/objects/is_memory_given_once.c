/* SPDX-License-Identifier: MIT
 * Memory of a heap or of a pool cannot be given to another. That of a live block, or of an object
 * in use, can. */
#include "tarn_scene.h"
#include "world.h"

struct large {
	_Alignas(8) unsigned char byte[640];
};
TARN_OBJECT_TYPE(sparks, struct thing, 8, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(tagged, struct large, 2, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(growing, struct thing, 8, TARN_OBJECT_GROW);
TARN_OBJECT_POOL(statics, struct thing, 3, TARN_OBJECT_REFUSE);

static struct sparks *const sparks = (void *)&objects_place[0];
static struct sparks *const other = (void *)&objects_place[1];
static struct tagged *const tagged = (void *)&objects_place[2];
static struct growing *const growing = (void *)&objects_place[3];

#define BYTES TARN_OBJECT_BYTES(sparks, 4)
#define FROM  256

/* Tries each address before, in and after the slots of another pool. */
static void pools_side_by_side(void)
{
	CHECK(sparks_open_at(sparks, unit_arena() + FROM, BYTES));
	for (uint32_t start = FROM - BYTES; start <= FROM + BYTES; start += sizeof(void *)) {
		bool apart = start == FROM - BYTES || start == FROM + BYTES;

		CHECK_EQ(sparks_open_at(other, unit_arena() + start, BYTES), apart);
		if (!apart)
			EXPECT_POOL_FAULT(TARN_FAULT_OVERLAP, unit_arena() + start);
		CHECK_EQ(tarn_object_close(&other->core), apart);
	}
}

/* The bytes that the pool takes count, not those that it is offered. */
static void a_pool_takes_as_much_as_it_may_have(void)
{
	CHECK(sparks_open_at(sparks, unit_arena() + 512, BYTES));
	CHECK(sparks_open_at(other, unit_arena(), unit_arena_bytes()));
}

static void a_pool_in_a_heap(void)
{
	unsigned char *block;

	NEED_COMMONS;
	if (!MAKE_COMMONS(1024))
		return;
	REFUSED(sparks_open_at(sparks, unit_arena() + 512, BYTES), TARN_FAULT_OVERLAP,
		unit_arena() + 512);
	block = tarn_alloc(&unit_heap, BYTES + 16);
	CHECK(sparks_open_at(sparks, block + 16, BYTES));
	REFUSED(sparks_open_at(other, block, BYTES), TARN_FAULT_OVERLAP, block);
	LEAVE();
	tarn_free(&unit_heap, block);
	REFUSED(sparks_open_at(sparks, block, BYTES), TARN_FAULT_OVERLAP, block);
}

/* A pool's block is its own, and so is an overflow chunk. The program may give neither away. */
static void the_slots_of_a_pool_on_a_heap(void)
{
	struct thing *thing = NULL;

	NEED_COMMONS;
	if (!MAKE_COMMONS(2048))
		return;
	CHECK(growing_open(growing, &unit_heap, 2, 8));
	for (int i = 0; i < 3; i++)
		thing = growing_get(growing);
	CHECK(thing && objects_growing(&growing->core)->rest.next);
	REFUSED(sparks_open_at(sparks, growing->core.part.base - growing_head, BYTES),
		TARN_FAULT_OVERLAP, growing->core.part.base - growing_head);
	REFUSED(sparks_open_at(sparks, thing, BYTES), TARN_FAULT_OVERLAP, thing);
	/* Nor can the heap be made again while the pool is open. */
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), 2048, &tarn_table_commons, NULL),
		 TARN_OVERLAP);
	/* The pool can only be given up then. */
	objects_begin();
	CHECK(growing_open_at(growing, unit_arena(), TARN_OBJECT_BYTES(growing, 2)));
	EXPECT_FAULT(TARN_FAULT_REGISTRY, NULL, &growing->core.entry);
}

static void a_heap_in_an_object(void)
{
	struct large *large;

	NEED_COMMONS;
	NEED_ARENA(2048);
	CHECK(tagged_open_at(tagged, unit_arena(), 2048));
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), 600, &tarn_table_commons, NULL), TARN_OVERLAP);
	large = tagged_get(tagged);
	CHECK_EQ(tarn_init(&unit_heap, large->byte + 40, 600, &tarn_table_commons, NULL), TARN_OK);
	CHECK_EQ(tarn_init(&unit_heap, large->byte + 48, 600, &tarn_table_commons, NULL),
		 TARN_OVERLAP);
	tagged_put(tagged, large);
	CHECK_EQ(tarn_init(&unit_heap, large, 600, &tarn_table_commons, NULL), TARN_OVERLAP);
}

static void a_static_pool_is_asked_too(void)
{
	NEED_COMMONS;
	statics_get(&statics);
	REFUSED(sparks_open_at(sparks, statics_slots, sizeof(statics_slots)), TARN_FAULT_OVERLAP,
		statics_slots);
}

static void a_scene_on_memory_of_others(void)
{
	struct tarn_scene scene;
	struct tarn_misfit why;

	NEED_COMMONS;
	NEED_ARENA(2048);
	if (!unit_make(&unit_other, unit_arena() + 1024, 1024, NULL, 0))
		return;
	tarn_scene_start(&scene, &unit_heap, unit_arena(), 1024 + TARN_ALIGN);
	CHECK_EQ(tarn_scene_begin(&scene, &tarn_table_commons, &why, NULL, NULL),
		 TARN_SCENE_OVERLAP);
	CHECK_EQ(why.needs, 0);
	tarn_scene_start(&scene, &unit_heap, unit_arena(), 1024);
	CHECK(sparks_open_at(sparks, unit_arena() + 512, BYTES));
	CHECK_EQ(tarn_scene_begin(&scene, &tarn_table_commons, &why, NULL, NULL),
		 TARN_SCENE_OVERLAP);
	CHECK(tarn_object_close(&sparks->core));
	CHECK_EQ(tarn_scene_begin(&scene, &tarn_table_commons, &why, NULL, NULL), TARN_SCENE_OK);
	CHECK_EQ(tarn_scene_end(&scene, NULL, NULL), TARN_SCENE_OK);
	/* Nobody uses what a scene keeps. */
	CHECK(sparks_open_at(sparks, tarn_scene_keep(&scene, 8, BYTES), BYTES));
	CHECK_EQ(tarn_scene_begin(&scene, &tarn_table_commons, &why, NULL, NULL), TARN_SCENE_OK);
	CHECK_EQ(tarn_scene_end(&scene, NULL, NULL), TARN_SCENE_OK);
}

void is_memory_given_once(void)
{
	CASE(pools_side_by_side);
	CASE(a_pool_takes_as_much_as_it_may_have);
	CASE(a_pool_in_a_heap);
	CASE(the_slots_of_a_pool_on_a_heap);
	CASE(a_heap_in_an_object);
	CASE(a_static_pool_is_asked_too);
	CASE(a_scene_on_memory_of_others);
}
