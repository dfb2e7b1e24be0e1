/* SPDX-License-Identifier: MIT
 * Keeps the background picture, so that things that move over it can be removed again. It is in a
 * block of a second heap, in the part of the large RAM that the linker's arena leaves free. */
#include "backdrop.h"

#include "tarn.h"

#define ARENA     ((void *)0x02000000)
#define BYTES     (SCREEN_WIDTH * SCENE_HEIGHT * sizeof(colour))
#define ROOM      (BYTES + 4096)
#define MOON_R    7
#define STARS     70
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
} hours[BACKDROP_HOURS] = {
	{TINT(4, 3, 13), TINT(29, 14, 9), TINT(13, 7, 15), TINT(5, 3, 9), TINT(27, 15, 17),
	 TINT(31, 24, 12), 176, 40},
	{TINT(0, 1, 5), TINT(5, 8, 18), TINT(4, 5, 13), TINT(1, 2, 6), TINT(15, 17, 25),
	 TINT(30, 30, 27), 190, 14},
	{TINT(6, 11, 22), TINT(30, 24, 19), TINT(14, 14, 21), TINT(6, 9, 11), TINT(30, 27, 28),
	 TINT(31, 29, 21), 64, 38},
};

/* The corners of the two ridges: x, and height above the shore. */
struct corner {
	uint8_t x, height;
};
static const struct corner far_ridge[] = {{0, 18},   {22, 31},  {40, 22},  {66, 41},
					  {92, 20},  {118, 33}, {140, 17}, {165, 29},
					  {198, 44}, {222, 24}, {240, 32}};
static const struct corner near_ridge[] = {{0, 26},   {18, 20},  {34, 9},  {60, 5},
					   {96, 12},  {120, 4},  {150, 7}, {182, 14},
					   {205, 11}, {228, 25}, {240, 30}};

static struct tarn_heap pictures;
static colour *picture;

static int32_t height_at(const struct corner *corner, uint32_t x)
{
	while (x >= corner[1].x && corner[1].x < SCREEN_WIDTH)
		corner++;
	int32_t run = (int32_t)(x - corner->x);
	int32_t length = corner[1].x - corner->x;
	int32_t jag = (int32_t)((x * 2654435761u) >> 30);

	return corner->height + (corner[1].height - corner->height) * run / length + jag - 1;
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

/* ---- Above the shore ------------------------------------------------------------------- */

static bool in_moon(const struct hour *hour, int32_t x, int32_t y)
{
	int32_t dx = x - hour->moon_x, dy = y - hour->moon_y;

	return dx * dx + dy * dy <= MOON_R * MOON_R;
}

static void draw_column(const struct hour *hour, const struct tint *sky, uint32_t x)
{
	int32_t far = BACKDROP_SHORE - height_at(far_ridge, x);
	int32_t near = BACKDROP_SHORE - height_at(near_ridge, x);

	for (int32_t y = 0; y < BACKDROP_SHORE; y++) {
		struct tint tint = sky[y];

		if (y >= near)
			tint = between(hour->near, hour->far, BACKDROP_SHORE - y, 160);
		else if (y >= far && y < far + SNOW_LINE && far < BACKDROP_SHORE - 24 &&
			 (y - far) * 2 < SNOW_LINE + (int32_t)(x * 7 % 5))
			tint = between(hour->snow, hour->far, y - far, SNOW_LINE);
		else if (y >= far)
			tint = between(hour->far, sky[y], y, BACKDROP_SHORE * 2);
		else if (in_moon(hour, (int32_t)x, y))
			tint = hour->moon;
		picture[(uint32_t)y * SCREEN_WIDTH + x] = dithered(tint, x, (uint32_t)y);
	}
}

static void draw_stars(const struct hour *hour)
{
	uint32_t random = 77;

	if (hour != &hours[1])
		return;
	for (uint32_t i = 0; i < STARS; i++) {
		random = random * 1664525 + 1013904223;
		uint32_t x = (random >> 16) % SCREEN_WIDTH, y = (random >> 8) % 34;
		int32_t far = BACKDROP_SHORE - height_at(far_ridge, x);

		if ((int32_t)y < far - 2 && !in_moon(hour, (int32_t)x, (int32_t)y))
			picture[y * SCREEN_WIDTH + x] = i % 4 ? RGB(14, 15, 22) : RGB(28, 28, 30);
	}
}

/* ---- The water ------------------------------------------------------------------------- */

static struct tint tint_of(colour colour)
{
	struct tint tint = {(int16_t)((colour & 31) * 8), (int16_t)((colour >> 5 & 31) * 8),
			    (int16_t)((colour >> 10 & 31) * 8)};

	return tint;
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
		struct tint tint = tint_of(picture[above * SCREEN_WIDTH + (uint32_t)from]);

		tint = between(tint, hour->zenith, 40 + (int32_t)depth, 110);
		picture[y * SCREEN_WIDTH + x] = dithered(tint, x, y);
	}
}

/* ---- All of it ------------------------------------------------------------------------- */

static void paint(const struct hour *hour)
{
	static struct tint sky[BACKDROP_SHORE];

	for (int32_t y = 0; y < BACKDROP_SHORE; y++)
		sky[y] = between(hour->zenith, hour->horizon, y * y,
				 BACKDROP_SHORE * BACKDROP_SHORE);
	for (uint32_t x = 0; x < SCREEN_WIDTH; x++)
		draw_column(hour, sky, x);
	draw_stars(hour);
	for (uint32_t y = BACKDROP_SHORE; y < SCENE_HEIGHT; y++)
		draw_water(hour, y);
}

void backdrop_draw(uint32_t hour)
{
	if (!picture && tarn_init(&pictures, ARENA, ROOM, &tarn_table_commons, NULL) == TARN_OK)
		picture = tarn_alloc(&pictures, BYTES);
	paint(&hours[hour % BACKDROP_HOURS]);
	backdrop_restore(0, 0, SCREEN_WIDTH, SCENE_HEIGHT);
}

colour backdrop_at(uint32_t x, uint32_t y)
{
	return picture[y * SCREEN_WIDTH + x];
}

void backdrop_restore(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
	for (uint32_t row = y; row < y + height; row++) {
		for (uint32_t i = x; i < x + width; i++)
			*video_at(i, row) = picture[row * SCREEN_WIDTH + i];
	}
}
