/* SPDX-License-Identifier: MIT
 * The wand swings by itself, along two waves of different lengths. */
#include "demo.h"

#define MIDDLE_X 112
#define MIDDLE_Y 26
#define WIDTH    84
#define HEIGHT   15

int32_t wand_x = MIDDLE_X, wand_y = MIDDLE_Y;

/* A sine in 1/64, from a table of a quarter. */
static int32_t sine(uint32_t angle)
{
	static const uint8_t quarter[17] = {0,  6,  12, 19, 24, 30, 36, 41, 45,
					    49, 53, 56, 59, 61, 63, 64, 64};
	uint32_t at = angle & 63;
	int32_t value = quarter[(at & 31) <= 16 ? at & 31 : 32 - (at & 31)];

	return at < 32 ? value : -value;
}

/* A sine between two angles of the table, in eighths. */
static int32_t wave(uint32_t eighths)
{
	int32_t a = sine(eighths / 8), b = sine(eighths / 8 + 1);

	return a * 8 + (b - a) * (int32_t)(eighths % 8);
}

void wand_frame(void)
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
