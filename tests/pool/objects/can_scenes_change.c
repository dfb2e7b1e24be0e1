/* SPDX-License-Identifier: MIT
 * Scenes: another table between levels. The change is refused while anything is in use. */
#include "tarn_scene.h"
#include "tarn_table.h"
#include "world.h"

#define FOREST(CLASS) CLASS(64, 8, 0, ANY_COMMONS)
#define CASTLE(CLASS)                 \
	CLASS(32, 16, 0, ANY_COMMONS) \
	CLASS(128, 2, 0, TARN_REFUSE)
#define CROWDED(CLASS) CLASS(64, 1024, 0, TARN_REFUSE)
TARN_TABLE(forest, FOREST);
TARN_TABLE(castle, CASTLE);
TARN_TABLE(crowded, CROWDED);

static uint32_t said_goodbye;

static void goodbye(struct thing *thing)
{
	(void)thing;
	said_goodbye++;
}

TARN_OBJECT_TYPE_WITH(trees, struct thing, 8, TARN_OBJECT_GROW, .reset = goodbye);
TARN_OBJECT_TYPE(music, struct thing, 4, TARN_OBJECT_NEVER | TARN_OBJECT_PERSISTENT);
TARN_OBJECT_POOL(sparks, struct thing, 3, TARN_OBJECT_REFUSE);

static struct trees *const trees = (void *)&objects_place[0];
static struct music *const music = (void *)&objects_place[1];
static struct tarn_scene scene;
static struct heard heard;

#define BYTES 2048
#define NEEDS_SCENES                                                       \
	SKIP_UNLESS(TARN_POOLS &&TARN_COMMONS, "needs pools and commons"); \
	NEED_ARENA(BYTES)

static bool begin(const struct tarn_table *table)
{
	heard.length = 0;
	heard.text[0] = 0;
	return CHECK_EQ(tarn_scene_begin(&scene, table, NULL, objects_hear, &heard), TARN_SCENE_OK);
}

/* A scene on so many bytes, which has begun. */
static bool in_forest(uint32_t bytes)
{
	tarn_scene_start(&scene, &unit_heap, unit_arena(), bytes);
	return begin(&forest);
}

static void end(void)
{
	CHECK_EQ(tarn_scene_end(&scene, NULL, NULL), TARN_SCENE_OK);
}

static uint32_t first_size(void)
{
	struct tarn_class_stats stats;

	tarn_class_stats(&unit_heap, 0, &stats);
	return stats.size;
}

/* A whole life: two levels, with a persistent pool across them. */
static void levels_follow_each_other(void)
{
	uint32_t bytes = TARN_OBJECT_BYTES(music, 4);
	struct thing *tune;
	void *kept;

	NEEDS_SCENES;
	tarn_scene_start(&scene, &unit_heap, unit_arena(), BYTES);
	kept = tarn_scene_keep(&scene, 16, bytes);
	CHECK_EQ((uintptr_t)kept % 16, 0);
	CHECK((unsigned char *)kept + bytes <= unit_arena() + BYTES);
	CHECK(music_open_at(music, kept, bytes));
	tune = music_get(music);
	unit_fill(tune, sizeof(*tune), 5);
	NEED(begin(&forest));
	CHECK_EQ(first_size(), 64);
	CHECK(trees_open(trees, &unit_heap, 2, 8));
	for (int i = 0; i < 4; i++)
		CHECK(trees_get(trees) != NULL);
	CHECK(!tarn_scene_keep(&scene, 8, 8)); /* too late */
	tarn_object_reset(&trees->core);
	NEED(begin(&castle));
	CHECK_TEXT(heard.text, "");
	CHECK_EQ(first_size(), 32);
	CHECK(!trees->core.entry.proof);
	CHECK(music_in_use(music, tune));
	CHECK(unit_holds(tune, sizeof(*tune), 5));
	CHECK(trees_open(trees, &unit_heap, 4, 8));
	CHECK_SOUND(&unit_heap);
	CHECK_EQ(tarn_scene_end(&scene, objects_hear, &heard), TARN_SCENE_OK);
	CHECK(!tarn_heap_first());
	CHECK(tarn_scene_keep(&scene, 8, 64) != NULL);
}

static void a_leak_holds_the_level_up(void)
{
	struct thing *tree;
	void *block;

	NEEDS_SCENES;
	NEED(in_forest(BYTES));
	CHECK(trees_open(trees, &unit_heap, 2, 8));
	trees_get(trees);
	tree = trees_get(trees);
	sparks_get(&sparks);
	CHECK_EQ(tarn_scene_begin(&scene, &castle, NULL, objects_hear, &heard), TARN_SCENE_LIVE);
	CHECK(objects_heard(&heard, "live objects sparks live=1 bytes=16\nlive object",
			    "\nlive objects=3 blocks=0 bytes=48\n"));
	/* Nothing has changed. */
	CHECK_EQ(first_size(), 64);
	CHECK(trees_in_use(trees, tree));
	tarn_object_reset(&sparks.core);
	tarn_object_reset(&trees->core);
	block = tarn_alloc(&unit_heap, 40);
	heard.length = 0;
	CHECK_EQ(tarn_scene_end(&scene, objects_hear, &heard), TARN_SCENE_LIVE);
	CHECK(objects_heard(&heard, "live block 0x",
			    TARN_HARDEN >= 2 ? "\nlive objects=0 blocks=1 bytes=40\n"
					     : "\nlive objects=0 blocks=1 bytes=64\n"));
	CHECK_EQ(tarn_scene_end(&scene, NULL, NULL), TARN_SCENE_LIVE);
	CHECK(tarn_is_live(&unit_heap, block));
	tarn_free(&unit_heap, block);
	unit_drain(&unit_heap);
	begin(&castle);
	end();
}

static void the_forced_form_resets_all(void)
{
	trees_handle handle;

	NEEDS_SCENES;
	NEED(in_forest(BYTES));
	CHECK(trees_open(trees, &unit_heap, 2, 8));
	for (int i = 0; i < 5; i++)
		handle = trees_handle_of(trees, trees_get(trees));
	sparks_get(&sparks);
	CHECK(tarn_alloc(&unit_heap, 40) != NULL);
	said_goodbye = 0;
	CHECK_EQ(tarn_scene_end_forced(&scene, objects_hear, &heard), TARN_SCENE_OK);
	CHECK(heard.length > 60); /* the leaks are printed all the same */
	CHECK_EQ(said_goodbye, 5);
	CHECK_EQ(tarn_object_count(&sparks.core), 0);
	NEED(begin(&castle));
	CHECK(trees_open(trees, &unit_heap, 4, 8));
	for (int i = 0; i < 4; i++)
		trees_get(trees);
	CHECK_PTR(trees_resolve(trees, handle), NULL);
	CHECK_SOUND(&unit_heap);
	LEAVE();
	end();
}

static void what_cannot_survive_is_told(void)
{
	NEEDS_SCENES;
	NEED(in_forest(BYTES));
	CHECK(music_open(music, &unit_heap, 2, 2));
	CHECK_EQ(tarn_scene_end_forced(&scene, objects_hear, &heard), TARN_SCENE_PERSISTENT);
	CHECK_TEXT(heard.text, "persistent objects music stand on the heap: open them on memory "
			       "of tarn_scene_keep\n");
	CHECK(music->core.entry.proof);
	LEAVE();
	end();
}

/* The objects of another heap's pool are no leaks of this scene, and are not reset. */
static void another_heaps_pool_is_left_alone(void)
{
	const struct thing *tree;

	NEEDS_SCENES;
	NEED(in_forest(1280));
	NEED(unit_make(&unit_other, unit_arena() + 1280, BYTES - 1280, NULL, 0));
	CHECK(trees_open(trees, &unit_other, 2, 8));
	tree = trees_get(trees);
	CHECK_EQ(tarn_scene_end_forced(&scene, objects_hear, &heard), TARN_SCENE_OK);
	CHECK_TEXT(heard.text, "");
	CHECK(trees_in_use(trees, tree));
	LEAVE();
	tarn_forget(&unit_other);
}

static void a_table_that_does_not_fit_is_named(void)
{
	struct tarn_misfit why = {9, 0};

	NEEDS_SCENES;
	NEED(in_forest(BYTES));
	CHECK_EQ(tarn_scene_begin(&scene, &crowded, &why, NULL, NULL), TARN_SCENE_TABLE);
	CHECK_EQ(why.class_index, 0);
	CHECK(why.needs > 65536);
	CHECK(begin(&castle)); /* the next scene may fit */
	end();
}

static void nothing_is_kept_that_is_not_there(void)
{
	tarn_scene_start(&scene, &unit_heap, unit_arena() + 1, 300);
	CHECK(!tarn_scene_keep(&scene, 8, 301));
	CHECK(!tarn_scene_keep(&scene, 4096, 200));
	for (uint32_t align = 0; align <= 7; align = align ? align * 2 + 1 : 3)
		CHECK(!tarn_scene_keep(&scene, align, 8));
	CHECK(tarn_scene_keep(&scene, 1, 300) == unit_arena() + 1);
	CHECK(!tarn_scene_keep(&scene, 1, 1));
}

void can_scenes_change(void)
{
	CASE(levels_follow_each_other);
	CASE(a_leak_holds_the_level_up);
	CASE(the_forced_form_resets_all);
	CASE(what_cannot_survive_is_told);
	CASE(another_heaps_pool_is_left_alone);
	CASE(a_table_that_does_not_fit_is_named);
	CASE(nothing_is_kept_that_is_not_there);
}
