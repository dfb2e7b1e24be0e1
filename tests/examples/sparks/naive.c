/* SPDX-License-Identifier: MIT
 * An array and a search. A particle lives as long as it has frames left. */
#include "sparks.h"

#include <stdbool.h>

struct particle {
	int16_t frames_left;
	int16_t x, y, dx, dy;
};

static struct particle particles[SPARKS_MOST];

static bool in_use(const struct particle *particle)
{
	return particle->frames_left > 0;
}

static void create(const struct sparks_start *start)
{
	for (uint32_t i = 0; i < SPARKS_MOST; i++) {
		naive.looked_to_create++;
		if (in_use(&particles[i]))
			continue;
		particles[i] =
			(struct particle){start->frames, start->x, start->y, start->dx, start->dy};
		return;
	}
}

static void animate(void)
{
	for (uint32_t i = 0; i < SPARKS_MOST; i++) {
		struct particle *particle = &particles[i];

		naive.looked_to_animate++;
		if (!in_use(particle))
			continue;
		particle->frames_left--;
		particle->x += particle->dx;
		particle->y += particle->dy;
	}
}

static uint32_t picture(void)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < SPARKS_MOST; i++)
		sum += in_use(&particles[i]) ? pixel(particles[i].x, particles[i].y) : 0;
	return sum;
}

struct system naive = {"naive scan", create, animate, picture, 0, 0};
