/* SPDX-License-Identifier: MIT
 * The keys, and the demo's own play while nobody touches them. Arguments: frames=n ends after n
 * pictures with a line of counters. 0, the default, never ends. */
#include "args.h"
#include "demo.h"
#include "../../../port/board/armv4t/gba.h"
#include "print.h"
#include "random.h"
#include "tarn_port.h"

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
static uint32_t untouched = ALONE_AFTER;

uint32_t demo_random(uint32_t below)
{
	return random_below(&random_state, below);
}

static void leak(void)
{
	if (fireflies_leak())
		voices_play(SOUND_LEAK);
}

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
	if (keys & KEY_UP)
		choice.policy = (choice.policy + SPARKS_POLICIES - 1) % SPARKS_POLICIES;
	if (keys & KEY_DOWN)
		choice.policy = (choice.policy + 1) % SPARKS_POLICIES;
	if (keys & KEY_B)
		leak();
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
	static uint32_t before;
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

static void report(void)
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
	level_start();
	for (uint64_t frame = 1;; frame++) {
		video_wait();
		play();
		level_frame();
		panel_frame();
		if (frame == frames)
			report();
	}
}
