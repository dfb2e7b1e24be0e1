/* SPDX-License-Identifier: MIT
 * A game: each step is a frame. Particles come in bursts and die in the order in which they were
 * born. Entities live longer and die at random. Sounds are large and few. Now and then the level
 * changes, and everything is freed. */
#include "block.h"
#include "scenario.h"

struct kind {
	uint32_t first; /* slots */
	uint32_t count;
	uint32_t next;   /* to be filled, if it is empty */
	uint32_t oldest; /* particles: next to die */
	uint32_t live;
};

static struct {
	struct kind particles, entities, sounds;
	uint32_t budget;
	uint32_t held;
	uint32_t levels;
} game;

static const uint16_t particle_sizes[4] = {16, 24, 32, 48};
static const uint16_t entity_sizes[8] = {48, 64, 72, 96, 96, 120, 128, 160};

static void kind_start(struct kind *kind, uint32_t first, uint32_t count)
{
	kind->first = first;
	kind->count = count;
	kind->next = kind->oldest = kind->live = 0;
}

static bool begin(struct share share)
{
	uint32_t particles = share.count / 2;
	uint32_t sounds = share.count / 16 + 1;

	if (share.count < 16)
		return false;
	kind_start(&game.particles, share.first, particles);
	kind_start(&game.sounds, share.first + particles, sounds);
	kind_start(&game.entities, share.first + particles + sounds,
		   share.count - particles - sounds);
	game.budget = share.budget;
	game.held = 0;
	return true;
}

static uint32_t follow(const struct kind *kind, uint32_t index)
{
	return index + 1 == kind->count ? 0 : index + 1;
}

static void spawn(struct kind *kind, uint32_t size)
{
	uint32_t id = kind->first + kind->next;

	kind->next = follow(kind, kind->next);
	if (block_live(id) || game.held + size > game.budget)
		return;
	if (block_take(id, size)) {
		game.held += size;
		kind->live++;
	}
}

static void die(struct kind *kind, uint32_t index)
{
	uint32_t id = kind->first + index;

	if (!block_live(id))
		return;
	game.held -= block_drop(id);
	kind->live--;
}

static void particles_frame(void)
{
	struct kind *kind = &game.particles;
	uint32_t dying = kind->live / 16 + 1;

	if (once_in(4)) {
		uint32_t size = particle_sizes[below(4)];

		for (uint32_t n = between(1, kind->count / 8 + 2); n; n--)
			spawn(kind, size);
	}
	for (; dying && kind->live; kind->oldest = follow(kind, kind->oldest), dying--)
		die(kind, kind->oldest);
}

static void entities_frame(void)
{
	if (game.held < game.budget / 4 * 3 ? !once_in(4) : once_in(4))
		spawn(&game.entities, entity_sizes[below(8)]);
	else
		die(&game.entities, below(game.entities.count));
}

static void sounds_frame(void)
{
	uint32_t longest = SOAK_ARENA / 32;

	if (!once_in(16))
		return;
	if (once_in(2))
		spawn(&game.sounds, between(longest / 8, longest > 4096 ? 4096 : longest));
	else
		die(&game.sounds, below(game.sounds.count));
}

static void change_level(void)
{
	for (uint32_t i = 0; i < game.sounds.count; i++)
		die(&game.sounds, i);
	for (uint32_t i = 0; i < game.entities.count; i++)
		die(&game.entities, i);
	for (uint32_t i = 0; i < game.particles.count; i++)
		die(&game.particles, i);
	game.levels++;
}

static bool step(void)
{
	particles_frame();
	entities_frame();
	sounds_frame();
	if (once_in(SOAK_SLOTS / 2))
		change_level();
	return true;
}

const struct scenario frames = {"frames", begin, step, NULL, NULL};
