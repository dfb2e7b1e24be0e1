/* SPDX-License-Identifier: MIT
 * The arena, 16 bytes a dot, as the heap's walker and the pools' walks show it, and the counters.
 * The dots of a block are joined. The colour is the class, pool or part. A live block is bright, a
 * freed one fades, and a robbed one flashes. */
#include "demo.h"

#define DOT_BYTES 16
#define DOTS      (TARN_ARENA_SIZE / DOT_BYTES)
#define COLUMNS   42
#define LEFT      2
#define TOP       90
#define PITCH     4

enum part {
	PART_RECORDS, /* the heap's own */
	PART_CLASS,   /* and the two after it */
	PART_COMMONS = PART_CLASS + LEVEL_CLASSES,
	PART_SPARKS,
	PART_VOICES,
	PART_LEAK,
	PARTS
};

/* Light: 0 is dark, 8 is live. A flash fades from 15 to 8. */
#define LIVE  8
#define BORN  12
#define FLASH 15

_Static_assert(DOTS % COLUMNS == 0, "the arena's dots do not fill the panel's rows");

extern unsigned char __tarn_arena_start[], __tarn_arena_end[];

static const struct {
	uint8_t r, g, b;
} inks[PARTS] = {
	[PART_RECORDS] = {12, 12, 16},  [PART_CLASS] = {6, 26, 10},
	[PART_CLASS + 1] = {4, 23, 27}, [PART_CLASS + 2] = {13, 14, 31},
	[PART_COMMONS] = {28, 9, 24},   [PART_SPARKS] = {31, 22, 3},
	[PART_VOICES] = {27, 29, 31},   [PART_LEAK] = {31, 4, 4},
};

static uint8_t part_of_dot[DOTS];
static struct {
	uint8_t part, light;
	bool joined; /* to the next dot: of the same block */
} dots[DOTS], seen[DOTS];
static uint16_t drawn[DOTS];
static uint32_t frames;
static colour shades[PARTS][FLASH + 1];

static uint32_t dot_of(const void *address)
{
	return (uint32_t)((uintptr_t)address - (uintptr_t)__tarn_arena_start) / DOT_BYTES;
}

colour panel_colour(const void *block)
{
	return shades[part_of_dot[dot_of(block)]][LIVE];
}

void panel_robbed(const void *slot)
{
	uint32_t first = dot_of(slot);

	for (uint32_t i = first; i < first + 2 && i < DOTS; i++)
		dots[i].light = FLASH;
}

/* ---- The parts of an arena: records, pools in the table's order, commons ------ */

static void give(uint32_t part, const unsigned char *start, uint32_t bytes)
{
	for (uint32_t i = 0; i < bytes; i += 8)
		part_of_dot[dot_of(start + i)] = (uint8_t)part;
}

static void find_parts(void)
{
	struct tarn_heap_stats stats;
	struct tarn_class_stats class;
	const unsigned char *at;

	tarn_heap_stats(&level_heap, &stats);
	at = __tarn_arena_end - stats.commons - stats.pools;
	give(PART_RECORDS, __tarn_arena_start, (uint32_t)(at - __tarn_arena_start));
	for (uint32_t i = 0; i < stats.classes; i++) {
		tarn_class_stats(&level_heap, i, &class);
		give(PART_CLASS + i, at, class.size * class.capacity);
		at += class.size * class.capacity;
	}
	give(PART_COMMONS, at, stats.commons);
}

/* ---- What is where --------------------------------------------------------------------- */

FAST static void see(uint32_t part, const void *start, uint32_t bytes, bool live)
{
	uint32_t first = dot_of(start);
	uint32_t last = dot_of((const unsigned char *)start + bytes - 1);

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

/* Blocks of the heap: those of fireflies, and those of pools, whose slots are shown later. A leaked
 * block flashes once a second. */
static void see_blocks(void)
{
	struct tarn_block block = {.pointer = NULL};
	uint32_t pools = 0;

	while (tarn_walk(&level_heap, &block)) {
		uint32_t part = part_of_dot[dot_of(block.pointer)];
		bool own = fireflies_own(block.pointer);

		if (level_leaks)
			part = PART_LEAK;
		else if (!own)
			part = block.bytes < 200 && pools++ ? PART_VOICES : PART_SPARKS;
		see(part, block.pointer, block.bytes, level_leaks || own);
		if (level_leaks && frames % 64 == 1)
			panel_robbed(block.pointer);
	}
}

FAST static void see_parts(void)
{
	for (uint32_t i = 0; i < DOTS; i++) {
		seen[i].part = part_of_dot[i];
		seen[i].light = seen[i].part == PART_RECORDS ? LIVE : 0;
		seen[i].joined = false;
	}
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

/* ---- Text: one line a picture, so that no picture waits for text ----------------------------- */

#define COUNTERS    9
#define TEXT_LEFT   172
#define TEXT_RIGHT  239
#define BRIGHT      RGB(27, 28, 31)
#define FAINT       RGB(15, 16, 21)
#define GOLD        RGB(31, 22, 3)
#define ROW(number) (TOP + (number)*7)

/* Clears the rest of a line of text. */
static void clear_to(uint32_t x, uint32_t end, uint32_t y)
{
	if (x < end)
		video_fill(x, y, end - x, 7, PANEL);
}

static uint32_t width_of(uint32_t number)
{
	uint32_t width = 5;

	for (; number >= 10; number /= 10)
		width += 5;
	return width;
}

/* A name on the left; on the right a number, and a second one unless `of` is 0. */
static void counter(uint32_t line, uint32_t part, const char *name, uint32_t number, uint32_t of)
{
	uint32_t y = ROW(line);
	uint32_t width = width_of(number) + (of ? 4 + width_of(of) : 0);
	uint32_t x;

	if (part < PARTS)
		video_fill(TEXT_LEFT, y + 1, 4, 4, shades[part][LIVE]);
	x = video_text(TEXT_LEFT + 6, y, FAINT, PANEL, name);
	clear_to(x, TEXT_RIGHT - width, y);
	x = video_number(TEXT_RIGHT - width, y, BRIGHT, PANEL, number);
	if (of) {
		x = video_text(x, y, FAINT, PANEL, "/");
		video_number(x, y, FAINT, PANEL, of);
	}
}

static void class_counter(uint32_t index)
{
	struct tarn_class_stats class;
	char name[] = "000 B";
	char *at = name + 3;

	tarn_class_stats(&level_heap, index, &class);
	for (uint32_t size = class.size; size; size /= 10)
		*--at = (char)('0' + size % 10);
	counter(index, PART_CLASS + index, at, class.live, class.capacity);
}

static void voices_counter(uint32_t line)
{
	video_fill(TEXT_LEFT, ROW(line) + 1, 4, 4, shades[PART_VOICES][LIVE]);
	video_text(TEXT_LEFT + 6, ROW(line), FAINT, PANEL, "VOICES");
	for (uint32_t i = 0; i < VOICES; i++) {
		uint32_t height = (voices_loudness(i) + 2) / 3;
		uint32_t x = TEXT_RIGHT - 24 + i * 6;

		video_fill(x, ROW(line), 5, 5 - height, PANEL);
		video_fill(x, ROW(line) + 5 - height, 5, height, GOLD);
		video_fill(x, ROW(line) + 5, 5, 1, FAINT);
	}
}

static void any_counter(uint32_t line)
{
	struct tarn_heap_stats heap;
	struct tarn_object_stats sparks;

	tarn_heap_stats(&level_heap, &heap);
	sparks_stats(&sparks);
	if (line < LEVEL_CLASSES)
		class_counter(line);
	else if (line == 3)
		counter(line, PART_COMMONS, "COMMONS %",
			(heap.commons - heap.commons_free) * 100 / heap.commons, 0);
	else if (line == 4)
		counter(line, PART_SPARKS, "SPARK", sparks.live, sparks.capacity);
	else if (line == 5)
		voices_counter(line);
	else if (line == 6)
		counter(line, PARTS, "ROBBED", sparks_robbed, 0);
	else if (line == 7)
		counter(line, PARTS, "REFUSED", sparks_refused + fireflies_refused, 0);
	else
		counter(line, fireflies_leaked ? PART_LEAK : PARTS, "LEAKED", fireflies_leaked, 0);
}

static void head(void)
{
	uint32_t y = SCENE_HEIGHT + 3;
	uint32_t x = video_text(3, y, BRIGHT, PANEL, "LEVEL ");

	x = video_number(x, y, BRIGHT, PANEL, level_number);
	x = video_text(x + 4, y, GOLD, PANEL, level_name());
	clear_to(x, 84, y);
	x = video_text(84, y, FAINT, PANEL, "LOAD ");
	for (uint32_t i = 1; i <= LOAD_MOST; i++, x += 4)
		video_fill(x, y + 1, 3, 4, i <= choice.load ? RGB(6, 26, 10) : RGB(7, 8, 12));
	x = video_text(152, y, FAINT, PANEL, "FULL: ");
	x = video_text(x, y, BRIGHT, PANEL, sparks_policy_name(choice.policy));
	clear_to(x, SCREEN_WIDTH, y);
}

/* ---- All of it ------------------------------------------------------------------------- */

void panel_level(void)
{
	for (uint32_t part = 0; part < PARTS; part++)
		for (uint32_t light = 0; light <= FLASH; light++)
			shades[part][light] = mix(part, light);
	find_parts();
	for (uint32_t i = 0; i < DOTS; i++) {
		dots[i].light = 0;
		drawn[i] = UINT16_MAX;
	}
	video_fill(0, SCENE_HEIGHT, SCREEN_WIDTH, SCREEN_HEIGHT - SCENE_HEIGHT, PANEL);
	video_fill(0, SCENE_HEIGHT, SCREEN_WIDTH, 1, RGB(9, 10, 16));
	head();
	video_text(3, SCREEN_HEIGHT - 7, FAINT, PANEL,
		   "<> LOAD  ^_ POLICY  A SPARKS  B LEAK  START LEVEL");
}

/* Draws the arena in one picture, and a line of text in the next. */
void panel_frame(void)
{
	static uint32_t line;

	if (frames++ & 1) {
		line = (line + 1) % (COUNTERS + 1);
		if (line == COUNTERS)
			head();
		else
			any_counter(line);
		return;
	}
	see_parts();
	see_blocks();
	if (!level_leaks) {
		sparks_each_slot(see_spark);
		voices_each_slot(see_voice);
	}
	draw_changes();
}

/* ---- What a level leaked --------------------------------------------------------------- */

#define BOX_X      38
#define BOX_Y      10
#define BOX_WIDTH  164
#define BOX_HEIGHT 58
#define BOX        RGB(4, 1, 3)
#define RED        RGB(31, 10, 8)
#define SHOWN      4

static void block_line(const struct tarn_block *block, uint32_t y)
{
	uint32_t x = video_number(BOX_X + 6, y, BRIGHT, BOX, block->requested);

	x = video_text(x, y, BRIGHT, BOX, " B AT ");
	x = video_hex(x, y, BRIGHT, BOX, (uint32_t)(uintptr_t)block->pointer);
	if (block->owner != (uint32_t)(uintptr_t)fireflies_tag)
		return; /* below level 3 the owner is unknown */
	x = video_text(x + 4, y, GOLD, BOX, fireflies_tag);
	x = video_text(x + 4, y, FAINT, BOX, "NO. ");
	video_number(x, y, FAINT, BOX, block->sequence);
}

void panel_report(void)
{
	struct tarn_block block = {.pointer = NULL};
	uint32_t blocks = 0, bytes = 0, x;

	video_fill(BOX_X, BOX_Y, BOX_WIDTH, BOX_HEIGHT, RGB(24, 5, 5));
	video_fill(BOX_X + 1, BOX_Y + 1, BOX_WIDTH - 2, BOX_HEIGHT - 2, BOX);
	for (; tarn_walk(&level_heap, &block); blocks++, bytes += block.requested)
		if (blocks < SHOWN)
			block_line(&block, BOX_Y + 19 + blocks * 8);
	x = video_text(BOX_X + 6, BOX_Y + 6, RED, BOX, "LEVEL ");
	x = video_number(x, BOX_Y + 6, RED, BOX, level_number);
	x = video_text(x, BOX_Y + 6, RED, BOX, " LEAKED ");
	x = video_number(x, BOX_Y + 6, RED, BOX, blocks);
	x = video_text(x, BOX_Y + 6, RED, BOX, blocks == 1 ? " BLOCK, " : " BLOCKS, ");
	x = video_number(x, BOX_Y + 6, RED, BOX, bytes);
	video_text(x, BOX_Y + 6, RED, BOX, " BYTES");
	video_text(BOX_X + BOX_WIDTH - 60, BOX_Y + BOX_HEIGHT - 9, FAINT, BOX, "START: GO ON");
	voices_play(SOUND_LEAK);
}
