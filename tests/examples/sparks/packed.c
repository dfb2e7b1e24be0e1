/* SPDX-License-Identifier: MIT
 * The live particles are at the front, with a column for each operation. So the walk has no test,
 * and no particle has a flag. */
#include "sparks.h"

#include "tarn_packed.h"

#define PARTICLES(COLUMN, KEEP, SPARSE) \
	COLUMN(int16_t, x)              \
	COLUMN(int16_t, y)              \
	COLUMN(int16_t, dx)             \
	COLUMN(int16_t, dy)             \
	COLUMN(int16_t, frames_left)
TARN_PACKED_DECLARE(particles, PARTICLES);
TARN_PACKED_DEFINE(particles, PARTICLES, SPARKS_MOST);

static void create(const struct sparks_start *start)
{
	uint32_t i;

	packed.looked_to_create++;
	i = particles_activate(&particles);
	if (i == TARN_NONE)
		return;
	particles.x[i] = start->x;
	particles.y[i] = start->y;
	particles.dx[i] = start->dx;
	particles.dy[i] = start->dy;
	particles.frames_left[i] = start->frames;
}

/* From the end: a particle that moves into a hole was animated already. */
static void animate(void)
{
	for (uint32_t i = particles.packed.count; i-- > 0;) {
		packed.looked_to_animate++;
		particles.x[i] += particles.dx[i];
		particles.y[i] += particles.dy[i];
		if (--particles.frames_left[i] == 0)
			particles_deactivate(&particles, i);
	}
}

static uint32_t picture(void)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < particles.packed.count; i++)
		sum += pixel(particles.x[i], particles.y[i]);
	return sum;
}

struct system packed = {"packed", create, animate, picture, 0, 0};
