/* SPDX-License-Identifier: MIT
 * A game's entities are ids. Their components lie in columns, one for each domain: AI, physics,
 * render. The game loop walks each column from end to end. An index is the same entity in all
 * columns. Few entities have a torch, so torches are a sparse column. */
#include "../say.h"
#include "tarn_packed.h"

#define MOST    20
#define TORCHES 4
#define FRAMES  60

struct ai {
	int32_t goal;
	int32_t patience; /* frames */
};
struct physics {
	int32_t x, velocity;
};
struct render {
	char glyph;
	uint8_t frame;
};
struct torch {
	int32_t x; /* where the light falls: the physics component knows */
	uint32_t oil;
};

#define WORLD(COLUMN, KEEP, SPARSE)     \
	COLUMN(struct ai, ai)           \
	COLUMN(struct physics, physics) \
	COLUMN(struct render, render)   \
	SPARSE(struct torch, torch, TORCHES)
TARN_PACKED_DECLARE(world, WORLD); /* where several C files use it: in a header */
TARN_PACKED_DEFINE(world, WORLD, MOST);

/* ---- A loop over all entities for each domain ------------------------------------------------ */

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

static void update_domains(void)
{
	update_ai(tarn_columns(&world, ai, physics));
	update_physics(tarn_columns(&world, physics));
	update_torches();
	update_render(tarn_columns(&world, render));
	bury_the_impatient();
}

/* ---- The game -------------------------------------------------------------------------------- */

static world_handle spawn(char glyph, int32_t goal, int32_t patience)
{
	uint32_t i = world_activate(&world);

	world.ai[i] = (struct ai){goal, patience};
	world.physics[i] = (struct physics){0, 0};
	world.render[i] = (struct render){glyph, 0};
	return world_handle_of(&world, i);
}

static void give_torch(world_handle id)
{
	uint32_t k = tarn_attach(&world, torch, world_index(&world, id));

	if (k != TARN_NONE)
		world.torch.at[k] = (struct torch){0, 1000};
}

/* Code outside the loop holds an id, and asks for its entity. */
static void look_for(const char *who, world_handle id)
{
	uint32_t i = world_index(&world, id);
	uint32_t k = i == TARN_NONE ? TARN_NONE : tarn_find(&world, torch, i);

	print_text(who);
	if (i == TARN_NONE) {
		say(" is dead");
		return;
	}
	print_text(" '");
	print_char(world.render[i].glyph);
	print_text("' is at x ");
	print_i64(world.physics[i].x);
	if (k != TARN_NONE) {
		print_text(", lights x ");
		print_i64(world.torch.at[k].x);
	}
	print_newline();
}

int main(void)
{
	world_handle hero, ghost, guard;

	for (int32_t i = 0; i < 8; i++)
		spawn('r', 100, 10 + i); /* rats, impatient */
	guard = spawn('g', -30, 1000);
	ghost = spawn('G', 5, 30);
	hero = spawn('@', 40, 1000);
	give_torch(hero);
	give_torch(guard);
	give_torch(ghost);
	say_number("entities", world.packed.count);
	for (uint32_t frame = 0; frame < FRAMES; frame++)
		update_domains();
	say_number("entities after 60 frames", world.packed.count);
	say_number("torches", world.torch.set.count);
	look_for("hero", hero);
	look_for("guard", guard);
	look_for("ghost", ghost);
	spawn('n', 0, 1000); /* may get the ghost's place: it is not the ghost */
	look_for("ghost", ghost);
	promise(world_check(&world) == 0, "the array is sound");
	promise(world.packed.count == 3, "the rats are gone");
	return 0;
}
