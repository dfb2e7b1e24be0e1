/* SPDX-License-Identifier: MIT
 * The picture: 240 x 160 dots of 15 bits (GBATEK: "mode 3"), and one sprite. The demo draws only
 * the parts that change. */
#ifndef DEMO_VIDEO_H
#define DEMO_VIDEO_H

#include <stdbool.h>
#include <stdint.h>

/* Code in the fast RAM, in 32-bit instructions: for functions that run for each dot. */
#define FAST __attribute__((section(".fast"), target("arm"), long_call, noinline))

typedef uint16_t colour; /* 5 bits each: red lowest */

#define RGB(r, g, b) ((colour)((r) | (g) << 5 | (b) << 10))

#define SCREEN_WIDTH  240
#define SCREEN_HEIGHT 160
#define SCENE_HEIGHT  78 /* below: the panel */

#define WHITE RGB(31, 31, 31)
#define PANEL RGB(2, 2, 5)

void video_start(void);

/* Waits until the picture has been sent to the screen. */
void video_wait(void);

static inline volatile colour *video_at(uint32_t x, uint32_t y)
{
	return (volatile colour *)0x06000000 + y * SCREEN_WIDTH + x;
}

FAST void video_fill(uint32_t x, uint32_t y, uint32_t width, uint32_t height, colour colour);

/* Draws capitals, digits and a few signs. Returns the x after the text. */
uint32_t video_text(uint32_t x, uint32_t y, colour ink, colour paper, const char *text);
uint32_t video_number(uint32_t x, uint32_t y, colour ink, colour paper, uint32_t number);
uint32_t video_hex(uint32_t x, uint32_t y, colour ink, colour paper, uint32_t number);

/* Shows the wand with its tip at x, y. */
void video_wand(int32_t x, int32_t y);

#endif
