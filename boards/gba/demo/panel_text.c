/* SPDX-License-Identifier: MIT
 * The panel's text: the level above the arena, the keys below it, the counters next to it, and the
 * leaks of a level over the scene. Each picture draws one line of counters, so that no picture
 * waits for text. */
#include "panel_parts.h"

#define COUNTERS 9
#define LEFT     172
#define RIGHT    239
#define TOP      90
#define LINE     7

static const colour bright = RGB(27, 28, 31), faint = RGB(15, 16, 21);

/* Clears the rest of a line of text. */
static void to_end(uint32_t x, uint32_t end, uint32_t y)
{
	if (x < end)
		video_fill(x, y, end - x, 7, PANEL);
}

/* ---- Next to the arena ----------------------------------------------------------------- */

static uint32_t digits(uint32_t number)
{
	uint32_t width = 5;

	for (; number >= 10; number /= 10)
		width += 5;
	return width;
}

/* A name on the left; on the right a number, and a second one unless `of` is 0. */
static void counter(uint32_t line, uint32_t part, const char *name, uint32_t number, uint32_t of)
{
	uint32_t y = TOP + line * LINE;
	uint32_t width = digits(number) + (of ? 4 + digits(of) : 0);
	uint32_t x = LEFT;

	if (part < PARTS)
		video_fill(x, y + 1, 4, 4, panel_ink(part));
	x = video_text(x + 6, y, faint, PANEL, name);
	to_end(x, RIGHT - width, y);
	x = video_number(RIGHT - width, y, bright, PANEL, number);
	if (of) {
		x = video_text(x, y, faint, PANEL, "/");
		video_number(x, y, faint, PANEL, of);
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

static void commons_counter(void)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(&level_heap, &stats);
	counter(3, PART_COMMONS, "COMMONS %",
		(stats.commons - stats.commons_free) * 100 / stats.commons, 0);
}

static void sparks_counter(uint32_t line)
{
	struct tarn_object_stats stats;

	sparks_stats(&stats);
	counter(line, PART_SPARKS, "SPARK", stats.live, stats.capacity);
}

static void voices_counter(uint32_t line)
{
	uint32_t y = TOP + line * LINE;

	video_fill(LEFT, y + 1, 4, 4, panel_ink(PART_VOICES));
	video_text(LEFT + 6, y, faint, PANEL, "VOICES");
	for (uint32_t i = 0; i < VOICES; i++) {
		uint32_t height = (voices_loudness(i) + 2) / 3;
		uint32_t x = RIGHT - 24 + i * 6;

		video_fill(x, y, 5, 5 - height, PANEL);
		video_fill(x, y + 5 - height, 5, height, panel_ink(PART_SPARKS));
		video_fill(x, y + 5, 5, 1, faint);
	}
}

static void any_counter(uint32_t line)
{
	switch (line) {
	case 3:
		commons_counter();
		break;
	case 4:
		sparks_counter(line);
		break;
	case 5:
		voices_counter(line);
		break;
	case 6:
		counter(line, PARTS, "ROBBED", sparks_robbed, 0);
		break;
	case 7:
		counter(line, PARTS, "REFUSED", sparks_refused + fireflies_refused, 0);
		break;
	case 8:
		counter(line, fireflies_leaked ? PART_LEAK : PARTS, "LEAKED", fireflies_leaked, 0);
		break;
	default:
		class_counter(line);
	}
}

/* ---- Above and below ------------------------------------------------------------------- */

static void head(void)
{
	uint32_t y = SCENE_HEIGHT + 3;
	uint32_t x = video_text(3, y, bright, PANEL, "LEVEL ");

	x = video_number(x, y, bright, PANEL, level_number);
	x = video_text(x + 4, y, RGB(31, 22, 3), PANEL, level_name());
	to_end(x, 84, y);
	x = video_text(84, y, faint, PANEL, "LOAD ");
	for (uint32_t i = 1; i <= LOAD_MOST; i++) {
		video_fill(x, y + 1, 3, 4, i <= choice.load ? RGB(6, 26, 10) : RGB(7, 8, 12));
		x += 4;
	}
	x = video_text(152, y, faint, PANEL, "FULL: ");
	x = video_text(x, y, bright, PANEL, sparks_policy_name(choice.policy));
	to_end(x, SCREEN_WIDTH, y);
}

static void foot(void)
{
	video_text(3, SCREEN_HEIGHT - 7, faint, PANEL,
		   "<> LOAD  ^_ POLICY  A SPARKS  B LEAK  START LEVEL");
}

void panel_text_level(void)
{
	head();
	foot();
	for (uint32_t line = 0; line < COUNTERS; line++)
		any_counter(line);
}

void panel_text_frame(void)
{
	static struct choice shown;
	static uint32_t line;

	if (shown.load != choice.load || shown.policy != choice.policy) {
		shown = choice;
		head();
		return;
	}
	line = (line + 1) % COUNTERS;
	any_counter(line);
}

/* ---- What a level leaked --------------------------------------------------------------- */

#define BOX_X      38
#define BOX_Y      10
#define BOX_WIDTH  164
#define BOX_HEIGHT 58
#define BOX        RGB(4, 1, 3)
#define SHOWN      4

static uint32_t count_leaks(uint32_t *bytes)
{
	struct tarn_block block = {.pointer = NULL};
	uint32_t blocks = 0;

	while (tarn_walk(&level_heap, &block)) {
		blocks++;
		*bytes += block.requested;
	}
	return blocks;
}

static void block_line(const struct tarn_block *block, uint32_t y)
{
	uint32_t x = video_number(BOX_X + 6, y, bright, BOX, block->requested);

	x = video_text(x, y, bright, BOX, " B AT ");
	x = video_hex(x, y, bright, BOX, (uint32_t)(uintptr_t)block->pointer);
	if (block->owner != (uint32_t)(uintptr_t)fireflies_tag)
		return; /* below level 3 the owner is unknown */
	x = video_text(x + 4, y, RGB(31, 22, 3), BOX, fireflies_tag);
	x = video_text(x + 4, y, faint, BOX, "NO. ");
	video_number(x, y, faint, BOX, block->sequence);
}

static void list_leaks(void)
{
	struct tarn_block block = {.pointer = NULL};

	for (uint32_t i = 0; i < SHOWN && tarn_walk(&level_heap, &block); i++)
		block_line(&block, BOX_Y + 19 + i * 8);
}

void panel_report(void)
{
	uint32_t bytes = 0;
	uint32_t blocks = count_leaks(&bytes);
	uint32_t x;

	video_fill(BOX_X, BOX_Y, BOX_WIDTH, BOX_HEIGHT, RGB(24, 5, 5));
	video_fill(BOX_X + 1, BOX_Y + 1, BOX_WIDTH - 2, BOX_HEIGHT - 2, BOX);
	x = video_text(BOX_X + 6, BOX_Y + 6, RGB(31, 10, 8), BOX, "LEVEL ");
	x = video_number(x, BOX_Y + 6, RGB(31, 10, 8), BOX, level_number);
	x = video_text(x, BOX_Y + 6, RGB(31, 10, 8), BOX, " LEAKED ");
	x = video_number(x, BOX_Y + 6, RGB(31, 10, 8), BOX, blocks);
	x = video_text(x, BOX_Y + 6, RGB(31, 10, 8), BOX, blocks == 1 ? " BLOCK, " : " BLOCKS, ");
	x = video_number(x, BOX_Y + 6, RGB(31, 10, 8), BOX, bytes);
	video_text(x, BOX_Y + 6, RGB(31, 10, 8), BOX, " BYTES");
	list_leaks();
	video_text(BOX_X + BOX_WIDTH - 60, BOX_Y + BOX_HEIGHT - 9, faint, BOX, "START: GO ON");
	voices_play(SOUND_LEAK);
}
