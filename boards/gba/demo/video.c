/* SPDX-License-Identifier: MIT
 * The picture, the sprite of the wand, and text. */
#include "video.h"

#include "../../chip/armv4t/gba.h"

#define DISPCNT        GBA_16(0x04000000)
#define DISPCNT_MODE_3 3u
#define DISPCNT_BG2    (1u << 10)
#define DISPCNT_OBJ    (1u << 12)
#define DISPCNT_OBJ_1D (1u << 6)

#define OBJ_PALETTE ((volatile colour *)0x05000200)
#define OBJ_TILES   ((volatile uint32_t *)0x06014000) /* number 512 in this mode */
#define OBJ_FIRST   512u
#define OAM         ((volatile uint16_t *)0x07000000)
#define OAM_HIDDEN  0x0200u
#define OAM_16X16   (1u << 14)

#define TIP_X 3
#define TIP_Y 3

static const char wand[16][17] = {
	"...a............", /* a, b: the star's arms and centre; c, d: the stick, lit and dark */
	"..aba...........", "aabbbaa.........", ".abbba..........", ".abbba..........",
	".aabaad.........", ".a...acd........", "......dcd.......", ".......dcd......",
	"........dcd.....", ".........dcd....", "..........dcd...", "...........dcd..",
	"............dcd.", ".............dd.", "................",
};

static uint32_t dot(char letter)
{
	return letter >= 'a' ? (uint32_t)(letter - 'a') + 1 : 0;
}

/* Four tiles of 8 x 8 dots. A row of a tile is a word with 4 bits a dot, the leftmost lowest. */
static void make_wand(void)
{
	static const colour palette[5] = {0, RGB(31, 27, 10), WHITE, RGB(24, 17, 9), RGB(11, 7, 5)};

	for (uint32_t i = 0; i < 5; i++)
		OBJ_PALETTE[i] = palette[i];
	for (uint32_t y = 0; y < 16; y++) {
		for (uint32_t half = 0; half < 2; half++) {
			uint32_t word = 0;

			for (uint32_t x = 0; x < 8; x++)
				word |= dot(wand[y][half * 8 + x]) << 4 * x;
			OBJ_TILES[(y / 8 * 2 + half) * 8 + y % 8] = word;
		}
	}
}

void video_start(void)
{
	for (uint32_t i = 0; i < 128; i++)
		OAM[i * 4] = OAM_HIDDEN;
	make_wand();
	video_fill(0, 0, SCREEN_WIDTH, SCREEN_HEIGHT, PANEL);
	DISPCNT = DISPCNT_MODE_3 | DISPCNT_BG2 | DISPCNT_OBJ | DISPCNT_OBJ_1D;
}

/* A call of the BIOS, which sleeps until the end of the picture. */
void video_wait(void)
{
	__asm volatile("svc 5" : : : "r0", "r1", "r2", "r3", "memory");
}

void video_wand(int32_t x, int32_t y)
{
	OAM[0] = (uint16_t)((uint32_t)(y - TIP_Y) & 0xFF);
	OAM[1] = (uint16_t)(((uint32_t)(x - TIP_X) & 0x1FF) | OAM_16X16);
	OAM[2] = OBJ_FIRST;
}

void video_fill(uint32_t x, uint32_t y, uint32_t width, uint32_t height, colour colour)
{
	for (uint32_t row = 0; row < height; row++) {
		volatile uint16_t *at = video_at(x, y + row);

		for (uint32_t i = 0; i < width; i++)
			*at++ = colour;
	}
}

/* ---- Text ------------------------------------------------------------------------------ */

#define ROWS 6

/* Letters as pictures, side by side: '#' is ink. < > ^ _ are the keys left, right, up, down. */
static const struct band {
	const char *letters;
	const char *rows[ROWS];
} bands[] = {
	{"ABCDEFGHIJKLMNOPQR",
	 {".##. ###. .##. ###. #### #### .##. #..# # ..# #..# #.. #...# #..# .##. ###. .##. ###.",
	  "#..# #..# #..# #..# #... #... #..# #..# # ..# #.#. #.. ##.## ##.# #..# #..# #..# #..#",
	  "#..# ###. #... #..# ###. ###. #... #### # ..# ##.. #.. #.#.# ##.# #..# #..# #..# #..#",
	  "#### #..# #... #..# #... #... #.## #..# # ..# ##.. #.. #.#.# #.## #..# ###. #..# ###.",
	  "#..# #..# #..# #..# #... #... #..# #..# # #.# #.#. #.. #...# #.## #..# #... #.#. #.#.",
	  "#..# ###. .##. ###. #### #... .### #..# # .#. #..# ### #...# #..# .##. #... .#.# #..#"}},
	{"STUVWXYZ0123456789",
	 {".### ### #..# #.# #...# #.# #.# #### .##. .#.. .##. ###. ..#. #### .##. #### .##. .##.",
	  "#... .#. #..# #.# #...# #.# #.# ...# #..# ##.. #..# ...# .##. #... #... ...# #..# #..#",
	  ".##. .#. #..# #.# #.#.# .#. #.# ..#. #..# .#.. ...# .##. #.#. ###. ###. ..#. .##. #..#",
	  "...# .#. #..# #.# #.#.# .#. .#. .#.. #..# .#.. ..#. ...# #### ...# #..# ..#. #..# .###",
	  "...# .#. #..# #.# ##.## #.# .#. #... #..# .#.. .#.. ...# ..#. ...# #..# .#.. #..# ...#",
	  /* NOLINTNEXTLINE(bugprone-suspicious-missing-comma): a row of two lines */
	  "###. .#. .##. .#. #...# #.# .#. #### .##. ###. #### ###. ..#. ###. .##. .#.. .##. "
	  ".##."}},
	{".,:-+/%()=!'<>^_ ",
	 {". .. . ... ... ..# #..# .# #. ... # # ...# #... ..#.. ##### ..",
	  ". .. . ... .#. ..# ...# #. .# ... # # .### ###. .###. ##### ..",
	  ". .. # ... ### .#. ..#. #. .# ### # . #### #### .###. .###. ..",
	  ". .. . ### .#. .#. .#.. #. .# ... # . .### ###. ##### .###. ..",
	  ". .# # ... ... #.. #... #. .# ### . . ...# #... ##### ..#.. ..",
	  "# #. . ... ... #.. #..# .# #. ... # . .... .... ..... ..... .."}},
};

/* The band of a letter, the column where it begins, and its width. Others are a space, the last. */
static const struct band *find(char letter, uint32_t *column, uint32_t *width)
{
	const struct band *band = bands;

	for (;; band++) {
		*column = 0;
		for (const char *at = band->letters; *at; at++) {
			const char *row = band->rows[0] + *column;

			for (*width = 0; row[*width] && row[*width] != ' ';)
				++*width;
			if (*at == letter || *at == ' ')
				return band;
			*column += *width + 1;
		}
	}
}

FAST static void draw(uint32_t x, uint32_t y, colour ink, colour paper, const char *const *rows,
		      uint32_t column, uint32_t width)
{
	for (uint32_t row = 0; row < ROWS; row++) {
		volatile uint16_t *at = video_at(x, y + row);

		for (uint32_t i = 0; i < width; i++)
			*at++ = rows[row][column + i] == '#' ? ink : paper;
		*at = paper;
	}
}

uint32_t video_text(uint32_t x, uint32_t y, colour ink, colour paper, const char *text)
{
	uint32_t column, width;

	for (; *text; text++, x += width + 1) {
		const struct band *band = find(*text, &column, &width);

		draw(x, y, ink, paper, band->rows, column, width);
	}
	return x;
}

uint32_t video_number(uint32_t x, uint32_t y, colour ink, colour paper, uint32_t number)
{
	char digits[11];
	uint32_t at = sizeof(digits) - 1;

	digits[at] = 0;
	do {
		digits[--at] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	return video_text(x, y, ink, paper, digits + at);
}

uint32_t video_hex(uint32_t x, uint32_t y, colour ink, colour paper, uint32_t number)
{
	char digits[9];

	for (uint32_t i = 0; i < 8; i++)
		digits[i] = "0123456789ABCDEF"[number >> (28 - 4 * i) & 15];
	digits[8] = 0;
	return video_text(x, y, ink, paper, digits);
}
