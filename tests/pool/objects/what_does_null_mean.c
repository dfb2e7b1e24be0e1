/* SPDX-License-Identifier: MIT
 * Each call on a whole pool, or on a scene, with NULL or a missing part. */
#include "tarn_packed.h"
#include "tarn_scene.h"
#include "world.h"

struct item {
	void *link;
};
TARN_OBJECT_TYPE(things, struct item, 4, TARN_OBJECT_GROW);
#define CELLS(COLUMN, KEEP, SPARSE) COLUMN(int, a)
TARN_PACKED_DECLARE(cells, CELLS);

static void *volatile null;
static struct things thing;

#define NAMED EXPECT_FAULT(TARN_FAULT_CAPACITY, NULL, NULL)

static void for_a_pool(void)
{
	struct tarn_object_pool *none = null;
	struct tarn_object_stats stats;

	tarn_object_reset(none);
	NAMED;
	CHECK(!tarn_object_prewarm(none, 1) && NAMED);
	CHECK(!tarn_object_trim(none, 0) && NAMED);
	CHECK(!tarn_object_grow_from(none, &unit_heap, 8) && NAMED);
	CHECK(!tarn_object_close(none) && NAMED);
	tarn_object_recycle(none);
	NAMED;
	tarn_object_stats(none, &stats);
	CHECK(!stats.name && !stats.capacity && NAMED);
	CHECK(!tarn_object_owner(none, &stats) && NAMED);
	CHECK(!tarn_object_check(none, NULL) && NAMED);
	CHECK(!tarn_object_image_bytes(none) && NAMED);
	CHECK(!tarn_object_save(none, &stats, sizeof(stats), 1) && NAMED);
	CHECK(!tarn_object_load(none, &stats, sizeof(stats), 1) && NAMED);
	CHECK(!things_open(null, &unit_heap, 1, 1) && NAMED);
	CHECK(!things_open_at(null, &stats, sizeof(stats)) && NAMED);
	CHECK(!tarn_object_pool_next(none));
	CHECK_EQ(unit_faults, 0);
}

static void for_what_a_pool_needs(void)
{
	static struct cells cells;

	CHECK(!things_open(&thing, null, 1, 1));
	EXPECT_FAULT(TARN_FAULT_HEAP, NULL, NULL);
	CHECK(!cells_make(&cells, null, 2));
	EXPECT_FAULT(TARN_FAULT_HEAP, NULL, NULL);
	tarn_object_stats(&thing.core, null);
	tarn_object_report(null, NULL);
	CHECK_EQ(tarn_object_report_leaks(null, NULL), 0);
}

static void for_a_scene(void)
{
	struct tarn_scene scene;

	tarn_scene_start(null, &unit_heap, unit_arena(), 2048);
	CHECK(!tarn_scene_keep(null, 8, 8));
	CHECK_EQ(tarn_scene_end(null, NULL, NULL), TARN_SCENE_OK);
	CHECK_EQ(tarn_scene_begin(null, NULL, NULL, NULL, NULL), TARN_SCENE_TABLE);
	tarn_scene_start(&scene, null, unit_arena(), 2048);
	CHECK_EQ(tarn_scene_begin(&scene, NULL, NULL, NULL, NULL), TARN_SCENE_TABLE);
	tarn_scene_start(&scene, &unit_heap, null, 2048);
	CHECK(!tarn_scene_keep(&scene, 8, 8));
	CHECK_EQ(tarn_scene_begin(&scene, NULL, NULL, NULL, NULL), TARN_SCENE_TABLE);
	tarn_scene_start(&scene, &unit_heap, unit_arena(), 2048);
	CHECK_EQ(tarn_scene_begin(&scene, null, NULL, NULL, NULL), TARN_SCENE_OK);
	CHECK_EQ(tarn_scene_end(&scene, NULL, NULL), TARN_SCENE_OK);
}

void what_does_null_mean(void)
{
	CASE(for_a_pool);
	CASE(for_what_a_pool_needs);
	CASE(for_a_scene);
}
