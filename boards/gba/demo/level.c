/* SPDX-License-Identifier: MIT
 * Levels: each makes a heap in the same arena, with another table. A level that leaks does not end
 * by itself. The console and the screen then show the blocks that are left. */
#include "backdrop.h"
#include "demo.h"
#include "tarn_port.h"
#include "tarn_scene.h"
#include "tarn_table.h"

#define DUSK(CLASS)                       \
	CLASS(16, 48, 0, TARN_TO_COMMONS) \
	CLASS(32, 40, 0, TARN_TO_COMMONS) \
	CLASS(64, 14, 0, TARN_TO_COMMONS)
#define MIDNIGHT(CLASS)                   \
	CLASS(16, 84, 0, TARN_TO_COMMONS) \
	CLASS(48, 20, 0, TARN_TO_COMMONS) \
	CLASS(96, 8, 0, TARN_TO_COMMONS)
#define DAWN(CLASS)                       \
	CLASS(32, 72, 0, TARN_TO_COMMONS) \
	CLASS(64, 10, 0, TARN_TO_COMMONS) \
	CLASS(128, 5, 0, TARN_TO_COMMONS)
TARN_TABLE(dusk, DUSK);
TARN_TABLE(midnight, MIDNIGHT);
TARN_TABLE(dawn, DAWN);

extern unsigned char __tarn_arena_start[];

static const struct level {
	const char *name;
	const struct tarn_table *table;
	uint32_t sparks;
} levels[] = {{"DUSK", &dusk, 64}, {"MIDNIGHT", &midnight, 96}, {"DAWN", &dawn, 48}};
#define LEVELS (sizeof(levels) / sizeof(levels[0]))

struct tarn_heap level_heap;
uint32_t level_number;
bool level_leaks;

static struct tarn_scene scene;

static const struct level *level(void)
{
	return &levels[(level_number - 1) % LEVELS];
}

const char *level_name(void)
{
	return level()->name;
}

static void console(void *context, const char *text, size_t length)
{
	(void)context;
	tarn_port_write(text, length);
}

static void begin(void)
{
	level_number++;
	level_leaks = false;
	fireflies_forget_leaks();
	(void)!tarn_scene_begin(&scene, level()->table, NULL, NULL, NULL);
	backdrop_draw(level_number - 1);
	panel_level();
	sparks_open_level(level()->sparks);
	voices_open_level();
	voices_play(SOUND_LEVEL);
}

void level_start(void)
{
	tarn_scene_start(&scene, &level_heap, __tarn_arena_start, TARN_ARENA_SIZE);
	begin();
}

static void give_everything_back(void)
{
	sparks_close_level();
	voices_close_level();
	fireflies_free_all();
}

void level_next(void)
{
	if (level_leaks) {
		(void)!tarn_scene_end_forced(&scene, NULL, NULL);
		begin();
		return;
	}
	give_everything_back();
	level_leaks = tarn_scene_end(&scene, console, NULL) == TARN_SCENE_LIVE;
	if (level_leaks) {
		video_wand(0, SCREEN_HEIGHT + 8);
		panel_report();
	} else {
		begin();
	}
}

void level_frame(void)
{
	if (level_leaks)
		return;
	wand_frame();
	fireflies_frame();
	sparks_frame();
	voices_frame();
}
