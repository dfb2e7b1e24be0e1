/* SPDX-License-Identifier: MIT
 * The levels, the wand, the keys, and the demo's own play while nobody touches them. Arguments:
 * frames=n ends after n pictures with a line of counters. 0, the default, never ends. */
#include "args.h"
#include "demo.h"
#include "../../chip/armv4t/gba.h"
#include "print.h"
#include "random.h"
#include "tarn_port.h"
#include "tarn_scene.h"
#include "tarn_table.h"

#define KEYS GBA_16(0x04000130) /* a bit is 0 while its key is down */

enum key {
	KEY_A = 1,
	KEY_B = 2,
	KEY_START = 8,
	KEY_RIGHT = 16,
	KEY_LEFT = 32,
	KEY_UP = 64,
	KEY_DOWN = 128,
	KEY_ALL = 0x3FF
};

#define ALONE_AFTER 1800 /* pictures without a key: half a minute */

struct choice choice = {.load = 5, .policy = 0};

static uint32_t random_state;

uint32_t demo_random(uint32_t below)
{
	return random_below(&random_state, below);
}

/* ---- Levels: each makes a heap in the same arena, with another table ------------------------- */

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

struct tarn_heap level_heap;
uint32_t level_number;
bool level_leaks;

static struct tarn_scene scene;

static const struct level *level(void)
{
	return &levels[(level_number - 1) % (sizeof(levels) / sizeof(levels[0]))];
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

static void level_begin(void)
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

/* Frees everything of the level. Then the next level begins, unless blocks are left: the console
 * and the screen show them, and a second call begins it. */
static void level_next(void)
{
	if (level_leaks) {
		(void)!tarn_scene_end_forced(&scene, NULL, NULL);
		level_begin();
		return;
	}
	sparks_close_level();
	voices_close_level();
	fireflies_free_all();
	level_leaks = tarn_scene_end(&scene, console, NULL) == TARN_SCENE_LIVE;
	if (!level_leaks) {
		level_begin();
		return;
	}
	video_wand(0, SCREEN_HEIGHT + 8);
	panel_report();
}

/* ---- The wand swings by itself, along two waves of different lengths ------------------------- */

#define MIDDLE_X 112
#define MIDDLE_Y 26
#define WIDTH    84
#define HEIGHT   15

int32_t wand_x = MIDDLE_X, wand_y = MIDDLE_Y;

/* Between -512 and 512, in a period of 512: two parabolas, nearly a sine. */
static int32_t wave(uint32_t at)
{
	int32_t half = (int32_t)(at % 256) - 128;
	int32_t value = 512 - half * half / 32;

	return at % 512 < 256 ? value : -value;
}

static void wand_frame(void)
{
	static uint32_t time;

	time += 2;
	wand_x = MIDDLE_X + wave(time) * WIDTH / 512;
	wand_y = MIDDLE_Y + wave(time * 2 + time / 3) * HEIGHT / 512;
	video_wand(wand_x, wand_y);
	if (time % 64 == 0) {
		sparks_burst(6 + choice.load * 4);
		voices_play(SOUND_FLICK);
	}
	if (time % (26 - 2 * choice.load) < 2)
		sparks_burst(1);
}

/* ---- Keys ---------------------------------------------------------------------------------- */

static void press(uint32_t keys)
{
	if (keys & KEY_START)
		level_next();
	if (level_leaks)
		return;
	if (keys & KEY_RIGHT && choice.load < LOAD_MOST)
		choice.load++;
	if (keys & KEY_LEFT && choice.load > 0)
		choice.load--;
	if (keys & (KEY_UP | KEY_DOWN))
		choice.policy = (choice.policy + (keys & KEY_DOWN ? 1 : SPARKS_POLICIES - 1)) %
				SPARKS_POLICIES;
	if (keys & KEY_B && fireflies_leak())
		voices_play(SOUND_LEAK);
}

/* The demo's own play: the load rises and falls, the policies take turns, and before a level ends,
 * blocks leak. */
static void play_alone(void)
{
	static uint32_t time;
	uint32_t at = time++ % 1500;

	if (at % 125 == 60)
		press(at < 750 ? KEY_RIGHT : KEY_LEFT);
	if (at % 375 == 374)
		press(KEY_DOWN);
	if (at == 1100 || at == 1180)
		press(KEY_B);
	if (at == 1250 || (at == 1450 && level_leaks))
		press(KEY_START);
}

static void play(void)
{
	static uint32_t before, untouched = ALONE_AFTER;
	uint32_t down = ~(uint32_t)KEYS & KEY_ALL;

	if (down)
		untouched = 0;
	press(down & ~before);
	before = down;
	if (down & KEY_A && !level_leaks)
		sparks_burst(2);
	if (untouched >= ALONE_AFTER)
		play_alone();
	else
		untouched++;
}

static _Noreturn void report(void)
{
	bool wrong = tarn_check(&level_heap, NULL) || tarn_object_check_all(NULL);

	print_text("demo: level ");
	print_u64(level_number);
	print_text(", robbed ");
	print_u64(sparks_robbed);
	print_text(", refused ");
	print_u64(sparks_refused + fireflies_refused);
	print_text(", ");
	print_u64(tarn_port_milliseconds());
	print_text(wrong ? " ms, a heap or a pool is not sound\n"
			 : " ms, heap and pools are sound\n");
	tarn_port_exit(wrong);
}

int main(int argc, char **argv)
{
	uint64_t frames = arg_u64(argc, argv, "frames", 0);

	args_only(argc, argv, "frames");
	random_state = random32_seed(1);
	video_start();
	voices_start();
	tarn_scene_start(&scene, &level_heap, __tarn_arena_start, TARN_ARENA_SIZE);
	level_begin();
	for (uint64_t frame = 1;; frame++) {
		video_wait();
		play();
		if (!level_leaks) {
			wand_frame();
			fireflies_frame();
			sparks_frame();
			voices_frame();
		}
		panel_frame();
		if (frame == frames)
			report();
	}
}
