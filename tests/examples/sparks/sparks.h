/* SPDX-License-Identifier: MIT
 * One spark burst, three particle systems. Positions are in 1/64 of a pixel. */
#ifndef EXAMPLES_SPARKS_H
#define EXAMPLES_SPARKS_H

#include <stdint.h>

#define SPARKS_MOST 100

struct sparks_start {
	int16_t x, y, dx, dy;
	int16_t frames; /* to live */
};

/* The functions of a system, and its counts of the particles that each function visits. */
struct system {
	const char *name;
	void (*create)(const struct sparks_start *start); /* nothing happens when it is full */
	void (*animate)(void);
	uint32_t (*picture)(void); /* a sum over what would be drawn, in no order */
	uint32_t looked_to_create;
	uint32_t looked_to_animate;
};

extern struct system naive, listed, packed;

/* A particle's part of a picture. */
static inline uint32_t pixel(int16_t x, int16_t y)
{
	return ((uint32_t)x * 31 + (uint32_t)y) % 65521;
}

#endif
