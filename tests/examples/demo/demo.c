/* SPDX-License-Identifier: MIT
 * Levels: each one divides the arena again. At its end a level may leave no live object. */
#include "demo.h"

#include "game.h"
#include "tarn_scene.h"
#include "tarn_table.h"

#define LEVEL_FRAMES 240
#define AUDIT_FRAMES 20

#define OPEN_AIR(CLASS) CLASS(16, 4, 0, TARN_TO_COMMONS)
#define DUNGEON(CLASS)  CLASS(32, 4, 0, TARN_TO_COMMONS) CLASS(64, 2, 0, TARN_REFUSE)
TARN_TABLE(open_air, OPEN_AIR);
TARN_TABLE(dungeon, DUNGEON);
static const struct tarn_table *const tables[] = {&open_air, &dungeon, &tarn_table_commons};
#define TABLES (sizeof(tables) / sizeof(tables[0]))

static const struct part *const parts[] = {&sparks_part,  &bullets_part, &sounds_part,
					   &goblins_part, &bosses_part,  &contacts_part};
#define PARTS (sizeof(parts) / sizeof(parts[0]))

struct demo_counts counts;
static struct tarn_heap heap;
static struct tarn_scene scene;
static uint32_t state;

uint32_t game_below(uint32_t bound)
{
	return random_below(&state, bound);
}

void game_note(uint32_t value)
{
	counts.digest = (counts.digest ^ value) * UINT32_C(16777619);
}

static const char *level_begin(void)
{
	const char *wrong = NULL;

	if (tarn_scene_begin(&scene, tables[counts.levels % TABLES], NULL, NULL, NULL) !=
	    TARN_SCENE_OK)
		return "the next level does not begin";
	for (uint32_t i = 0; i < PARTS && !wrong; i++)
		wrong = parts[i]->begin(&heap, counts.levels);
	counts.levels++;
	return wrong;
}

static const char *level_end(void)
{
	const char *wrong = NULL;

	for (uint32_t i = 0; i < PARTS && !wrong; i++)
		wrong = parts[i]->end();
	if (!wrong && tarn_scene_end(&scene, NULL, NULL) != TARN_SCENE_OK)
		wrong = "a level leaks";
	return wrong;
}

static const char *audit(void)
{
	if (tarn_check(&heap, NULL))
		return "the heap is not sound";
	if (tarn_object_check_all(NULL))
		return "a pool is not sound";
	return NULL;
}

bool demo_begin(uint32_t seed, void *arena, size_t bytes)
{
	if (bytes < DEMO_ARENA)
		return false;
	counts = (struct demo_counts){.digest = 2166136261u};
	state = random32_seed(seed);
	tarn_scene_start(&scene, &heap, arena, DEMO_ARENA);
	return level_begin() == NULL;
}

const char *demo_frame(void)
{
	const char *wrong = NULL;

	for (uint32_t i = 0; i < PARTS && !wrong; i++)
		wrong = parts[i]->frame();
	if (!wrong && ++counts.frames % AUDIT_FRAMES == 0)
		wrong = audit();
	if (!wrong && counts.frames % LEVEL_FRAMES == 0) {
		wrong = level_end();
		if (!wrong)
			wrong = level_begin();
	}
	return wrong;
}

const char *demo_end(void)
{
	return level_end();
}

void demo_give_up(void)
{
	(void)sparks_part.end();
	(void)!tarn_scene_end_forced(&scene, NULL, NULL);
}

const struct demo_counts *demo_counts(void)
{
	return &counts;
}
