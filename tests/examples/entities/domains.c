/* SPDX-License-Identifier: MIT
 * The work of a frame: a loop over all entities for each domain. */
#include "world.h"

/* A component talks to its sibling by the index: no pointer, no search. */
static void update_ai(TARN_COLUMNS(world, ai, physics))
{
	for (uint32_t i = 0; i < count; i++) {
		physics[i].velocity = ai[i].goal > physics[i].x ? 1 : -1;
		ai[i].patience--;
	}
}

static void update_physics(TARN_COLUMNS(world, physics))
{
	for (uint32_t i = 0; i < count; i++)
		physics[i].x += physics[i].velocity;
}

static void update_render(TARN_COLUMNS(world, render))
{
	for (uint32_t i = 0; i < count; i++)
		render[i].frame ^= 1;
}

/* Only existing torches. Each finds its entity, and so its place in the world. */
static void update_torches(void)
{
	for (uint32_t k = 0; k < world.torch.set.count; k++) {
		struct torch *torch = &world.torch.at[k];

		torch->x = world.physics[tarn_owner(&world, torch, k)].x;
		torch->oil--;
	}
}

/* From the end: an entity that moves into a hole was visited already. */
static void bury_the_impatient(void)
{
	for (uint32_t i = world.packed.count; i-- > 0;) {
		if (world.ai[i].patience == 0)
			world_deactivate(&world, i);
	}
}

void update_domains(void)
{
	update_ai(tarn_columns(&world, ai, physics));
	update_physics(tarn_columns(&world, physics));
	update_torches();
	update_render(tarn_columns(&world, render));
	bury_the_impatient();
}
