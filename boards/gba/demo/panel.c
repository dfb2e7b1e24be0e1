/* SPDX-License-Identifier: MIT
 * The arena, 16 bytes a dot, as the heap's walker and the pools' walks show it. The dots of a block
 * are joined. The colour is the class, pool or part. A live block is bright, a freed one fades, and
 * a robbed one flashes. */
#include "demo.h"
#include "panel_parts.h"

#define COLUMNS 42
#define ROWS    (DOTS / COLUMNS)
#define LEFT    2
#define TOP     90
#define PITCH   4

/* Light: 0 is dark, 8 is live. A flash fades from 15 to 8. */
#define LIVE  8
#define BORN  12
#define FLASH 15

_Static_assert(DOTS % COLUMNS == 0, "the arena's dots do not fill the panel's rows");

static const struct {
	uint8_t r, g, b;
} inks[PARTS] = {
	[PART_RECORDS] = {12, 12, 16},  [PART_CLASS] = {6, 26, 10},
	[PART_CLASS + 1] = {4, 23, 27}, [PART_CLASS + 2] = {13, 14, 31},
	[PART_COMMONS] = {28, 9, 24},   [PART_SPARKS] = {31, 22, 3},
	[PART_VOICES] = {27, 29, 31},   [PART_LEAK] = {31, 4, 4},
};

static struct {
	uint8_t part, light;
	bool joined; /* to the next dot: of the same block */
} dots[DOTS], seen[DOTS];
static uint16_t drawn[DOTS];
static uint32_t frames;

static colour shades[PARTS][FLASH + 1];

static colour mix(uint32_t part, uint32_t light)
{
	uint32_t value[3] = {inks[part].r, inks[part].g, inks[part].b};

	for (uint32_t i = 0; i < 3; i++) {
		if (light >= LIVE)
			value[i] += (31 - value[i]) * (light - LIVE) / (FLASH - LIVE);
		else
			value[i] = 2 + value[i] * (3 + light * 2) / 20;
	}
	return RGB(value[0], value[1], value[2]);
}

colour panel_ink(uint32_t part)
{
	return shades[part][LIVE];
}

colour panel_colour(const void *block)
{
	return panel_ink(parts_of(block));
}

void panel_robbed(const void *slot)
{
	uint32_t first = parts_dot(slot);

	for (uint32_t i = first; i < first + 2 && i < DOTS; i++)
		dots[i].light = FLASH;
}

/* ---- What is where --------------------------------------------------------------------- */

FAST static void see(uint32_t part, const void *start, uint32_t bytes, bool live)
{
	uint32_t first = parts_dot(start);
	uint32_t last = parts_dot((const unsigned char *)start + bytes - 1);

	for (uint32_t dot = first; dot <= last && dot < DOTS; dot++) {
		seen[dot].part = (uint8_t)part;
		seen[dot].light = live ? LIVE : 0;
		seen[dot].joined = dot < last;
	}
}

static void see_spark(const void *slot, uint32_t bytes)
{
	see(PART_SPARKS, slot, bytes - 8, true);
}

static void see_voice(const void *slot, uint32_t bytes)
{
	see(PART_VOICES, slot, bytes - 8, true);
}

/* A leaked block flashes once a second. */
static void see_leak(const struct tarn_block *block)
{
	see(PART_LEAK, block->pointer, block->bytes, true);
	if (frames % 64 == 1)
		panel_robbed(block->pointer);
}

/* Blocks of the heap: those of fireflies, and those of pools, whose slots are shown later. */
static void see_blocks(void)
{
	struct tarn_block block = {.pointer = NULL};
	uint32_t pools = 0;

	while (tarn_walk(&level_heap, &block)) {
		if (level_leaks)
			see_leak(&block);
		else if (fireflies_own(block.pointer))
			see(parts_of(block.pointer), block.pointer, block.bytes, true);
		else
			see(block.bytes < 200 && pools++ ? PART_VOICES : PART_SPARKS, block.pointer,
			    block.bytes, false);
	}
}

FAST static void see_parts(void)
{
	for (uint32_t i = 0; i < DOTS; i++) {
		seen[i].part = parts_of_dot[i];
		seen[i].light = seen[i].part == PART_RECORDS ? LIVE : 0;
		seen[i].joined = false;
	}
}

static void look(void)
{
	see_parts();
	see_blocks();
	if (level_leaks)
		return;
	sparks_each_slot(see_spark);
	voices_each_slot(see_voice);
}

/* ---- Light ----------------------------------------------------------------------------- */

static uint32_t next_light(uint32_t now, uint32_t target)
{
	if (target > now)
		return now < 2 ? BORN : target;
	return now > target ? now - 1 : now;
}

FAST static void draw(uint32_t i)
{
	volatile colour *at = video_at(LEFT + i % COLUMNS * PITCH, TOP + i / COLUMNS * PITCH);
	colour ink = shades[dots[i].part][dots[i].light];
	colour gap = dots[i].joined && i % COLUMNS < COLUMNS - 1 ? ink : PANEL;

	for (uint32_t row = 0; row < PITCH - 1; row++, at += SCREEN_WIDTH) {
		at[0] = at[1] = at[2] = ink;
		at[3] = gap;
	}
}

FAST static void draw_changes(void)
{
	for (uint32_t i = 0; i < DOTS; i++) {
		uint16_t key;

		dots[i].part = seen[i].part;
		dots[i].joined = seen[i].joined;
		dots[i].light = (uint8_t)next_light(dots[i].light, seen[i].light);
		key = (uint16_t)(dots[i].part << 8 | dots[i].light << 1 | dots[i].joined);
		if (key == drawn[i])
			continue;
		drawn[i] = key;
		draw(i);
	}
}

/* ---- All of it ------------------------------------------------------------------------- */

static void make_shades(void)
{
	for (uint32_t part = 0; part < PARTS; part++) {
		for (uint32_t light = 0; light <= FLASH; light++)
			shades[part][light] = mix(part, light);
	}
}

void panel_level(void)
{
	make_shades();
	parts_level();
	for (uint32_t i = 0; i < DOTS; i++) {
		dots[i].light = 0;
		drawn[i] = UINT16_MAX;
	}
	video_fill(0, SCENE_HEIGHT, SCREEN_WIDTH, SCREEN_HEIGHT - SCENE_HEIGHT, PANEL);
	video_fill(0, SCENE_HEIGHT, SCREEN_WIDTH, 1, RGB(9, 10, 16));
	panel_text_level();
}

/* Draws the arena in one picture, and text in the next. */
void panel_frame(void)
{
	if (frames++ & 1) {
		panel_text_frame();
		return;
	}
	look();
	draw_changes();
}
