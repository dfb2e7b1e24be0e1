/* SPDX-License-Identifier: MIT
 * Tarn's object pool: the free list runs through the unused particles. The link lies where a live
 * particle has its position. It does not overwrite frames_left (TARN_OBJECT_KEEP), which says
 * whether the particle lives (TARN_OBJECT_KNOWS). So the pool needs no flag of its own. */
#include "sparks.h"

#include "tarn_object.h"

struct particle {
	int16_t x, y, dx, dy;
	int16_t frames_left;
};

static bool in_use(const struct particle *particle)
{
	return particle->frames_left > 0;
}

TARN_OBJECT_POOL_WITH(particles, struct particle, SPARKS_MOST,
		      TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS |
			      TARN_OBJECT_KEEP(struct particle, frames_left, frames_left),
		      .in_use = in_use);

static void create(const struct sparks_start *start)
{
	struct particle *particle = particles_get(&particles);

	listed.looked_to_create++;
	if (particle)
		*particle =
			(struct particle){start->x, start->y, start->dx, start->dy, start->frames};
}

/* True in the frame in which it dies. */
static bool particle_animate(struct particle *particle)
{
	particle->frames_left--;
	particle->x += particle->dx;
	particle->y += particle->dy;
	return particle->frames_left == 0;
}

static void animate(void)
{
	struct particle *particle;

	listed.looked_to_animate += SPARKS_MOST; /* each slot's state is read */
	for (uint32_t at = 0; (particle = particles_each(&particles, &at));) {
		if (particle_animate(particle))
			particles_put(&particles, particle);
	}
}

static uint32_t picture(void)
{
	struct particle *particle;
	uint32_t sum = 0;

	for (uint32_t at = 0; (particle = particles_each(&particles, &at));)
		sum += pixel(particle->x, particle->y);
	return sum;
}

struct system listed = {"free list", create, animate, picture, 0, 0};
