/* SPDX-License-Identifier: MIT
 * A game's entities are ids. Their components lie in columns, one for each domain: AI, physics,
 * render. The game loop walks each column from end to end. An index is the same entity in all
 * columns. Few entities have a torch, so torches are a sparse column. */
#include "../say.h"
#include "world.h"

#define MOST   20
#define FRAMES 60

TARN_PACKED_DEFINE(world, WORLD, MOST);

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
	uint32_t k;

	print_text(who);
	if (i == TARN_NONE) {
		say(" is dead");
		return;
	}
	print_text(" '");
	print_char(world.render[i].glyph);
	print_text("' is at x ");
	print_i64(world.physics[i].x);
	k = tarn_find(&world, torch, i);
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
