/* SPDX-License-Identifier: MIT
 * The background: a tarn among mountains, at the hour of the level. It keeps the picture, so that
 * things that move over it can be removed again, in a block of a second heap: in the part of the
 * large RAM that the linker's arena leaves free. */
#include "demo.h"

#define ARENA     ((void *)0x02000000)
#define BYTES     (SCREEN_WIDTH * SCENE_HEIGHT * sizeof(colour))
#define ROOM      (BYTES + 4096)
#define MOON_R    7
#define SNOW_LINE 12 /* dots below a peak's line */

/* Red, green and blue, in eighths of a step of the screen. */
struct tint {
	int16_t r, g, b;
};
#define TINT(r, g, b)                 \
	{                             \
		(r) * 8, (g)*8, (b)*8 \
	}

static const struct hour {
	struct tint zenith, horizon, far, near, snow, moon;
	int16_t moon_x, moon_y;
} hours[] = {
	{TINT(4, 3, 13), TINT(29, 14, 9), TINT(13, 7, 15), TINT(5, 3, 9), TINT(27, 15, 17),
	 TINT(31, 24, 12), 176, 40},
	{TINT(0, 1, 5), TINT(5, 8, 18), TINT(4, 5, 13), TINT(1, 2, 6), TINT(15, 17, 25),
	 TINT(30, 30, 27), 190, 14},
	{TINT(6, 11, 22), TINT(30, 24, 19), TINT(14, 14, 21), TINT(6, 9, 11), TINT(30, 27, 28),
	 TINT(31, 29, 21), 64, 38},
};

static struct tarn_heap pictures;
static colour *picture;

static uint32_t noise(uint32_t x)
{
	return x * 2654435761u >> 24;
}

/* The height of a ridge above the shore: lines between corners of random heights. */
static int32_t height_at(uint32_t x, uint32_t length, uint32_t low, uint32_t high)
{
	uint32_t corner = x / length, run = x % length;
	uint32_t from = noise(corner + length), to = noise(corner + 1 + length);

	return (int32_t)(low + (from * (length - run) + to * run) * (high - low) / length / 256 +
			 noise(x) / 100);
}

/* Shows an eighth of a step as a pattern of dots of the two nearest steps. */
static colour dithered(struct tint tint, uint32_t x, uint32_t y)
{
	static const uint8_t pattern[4][4] = {
		{0, 4, 1, 5}, {6, 2, 7, 3}, {1, 5, 0, 4}, {7, 3, 6, 2}};
	int32_t more = pattern[y % 4][x % 4];
	int32_t r = (tint.r + more) >> 3, g = (tint.g + more) >> 3, b = (tint.b + more) >> 3;

	return RGB(r > 31 ? 31 : r, g > 31 ? 31 : g, b > 31 ? 31 : b);
}

static struct tint between(struct tint a, struct tint b, int32_t part, int32_t whole)
{
	struct tint tint = {(int16_t)(a.r + (b.r - a.r) * part / whole),
			    (int16_t)(a.g + (b.g - a.g) * part / whole),
			    (int16_t)(a.b + (b.b - a.b) * part / whole)};

	return tint;
}

static bool in_moon(const struct hour *hour, int32_t x, int32_t y)
{
	int32_t dx = x - hour->moon_x, dy = y - hour->moon_y;

	return dx * dx + dy * dy <= MOON_R * MOON_R;
}

static void draw_column(const struct hour *hour, uint32_t x)
{
	int32_t far = BACKDROP_SHORE - height_at(x, 26, 14, 46);
	int32_t near = BACKDROP_SHORE - height_at(x, 40, 4, 30);

	for (int32_t y = 0; y < BACKDROP_SHORE; y++) {
		struct tint sky = between(hour->zenith, hour->horizon, y * y,
					  BACKDROP_SHORE * BACKDROP_SHORE);
		struct tint tint = sky;

		if (y >= near)
			tint = between(hour->near, hour->far, BACKDROP_SHORE - y, 160);
		else if (y >= far && y < far + SNOW_LINE && far < BACKDROP_SHORE - 24)
			tint = between(hour->snow, hour->far, y - far, SNOW_LINE);
		else if (y >= far)
			tint = between(hour->far, sky, y, BACKDROP_SHORE * 2);
		else if (in_moon(hour, (int32_t)x, y) ||
			 (hour == &hours[1] && noise(x * 97 + (uint32_t)y * 61) == 0))
			tint = hour->moon; /* or a star's */
		picture[(uint32_t)y * SCREEN_WIDTH + x] = dithered(tint, x, (uint32_t)y);
	}
}

/* The water mirrors the part above it, upside down. Waves shift it sideways. It is darker in
 * front. */
static void draw_water(const struct hour *hour, uint32_t y)
{
	uint32_t depth = y - BACKDROP_SHORE;
	uint32_t above = BACKDROP_SHORE - 1 - depth * 3 / 2;
	int32_t wave = depth % 5 < 2 ? (int32_t)(depth / 4) : -(int32_t)(depth / 5);

	for (uint32_t x = 0; x < SCREEN_WIDTH; x++) {
		int32_t from = (int32_t)x + (((x + depth * 13) / 9) % 2 ? wave : 0);

		from = from < 0 ? 0 : from >= SCREEN_WIDTH ? SCREEN_WIDTH - 1 : from;
		colour dot = picture[above * SCREEN_WIDTH + (uint32_t)from];
		struct tint tint = TINT((int16_t)(dot & 31), (int16_t)(dot >> 5 & 31),
					(int16_t)(dot >> 10 & 31));

		tint = between(tint, hour->zenith, 40 + (int32_t)depth, 110);
		picture[y * SCREEN_WIDTH + x] = dithered(tint, x, y);
	}
}

void backdrop_draw(uint32_t number)
{
	const struct hour *hour = &hours[number % (sizeof(hours) / sizeof(hours[0]))];

	if (!picture && tarn_init(&pictures, ARENA, ROOM, &tarn_table_commons, NULL) == TARN_OK)
		picture = tarn_alloc(&pictures, BYTES);
	for (uint32_t x = 0; x < SCREEN_WIDTH; x++)
		draw_column(hour, x);
	for (uint32_t y = BACKDROP_SHORE; y < SCENE_HEIGHT; y++)
		draw_water(hour, y);
	backdrop_restore(0, 0, SCREEN_WIDTH, SCENE_HEIGHT);
}

void backdrop_restore(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
	for (uint32_t row = y; row < y + height; row++) {
		for (uint32_t i = x; i < x + width; i++)
			*video_at(i, row) = picture[row * SCREEN_WIDTH + i];
	}
}
