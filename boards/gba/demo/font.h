/* SPDX-License-Identifier: MIT */
#ifndef DEMO_FONT_H
#define DEMO_FONT_H

#include <stdint.h>

#define FONT_ROWS 6

/* Each row is as long as the letter is wide: '#' is ink. */
struct glyph {
	char letter;
	char rows[FONT_ROWS][6];
};

/* The glyph of a letter. A character without one is a space. */
const struct glyph *font_glyph(char letter);

#endif
