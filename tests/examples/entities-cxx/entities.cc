/* SPDX-License-Identifier: MIT
 * A game's entities are ids, in C++; ../entities is the same in C. A component's type is the name
 * of its column. Few entities have a torch, so torches are a sparse column. */
#include "tarn.hpp"

#include "../say.hpp"

namespace
{
constexpr std::uint32_t most = 20;
constexpr int frames = 60;

struct ai {
	std::int32_t goal;
	std::int32_t patience; /* frames */
};
struct physics {
	std::int32_t x = 0, velocity = 0;
};
struct render {
	char glyph;
	std::uint8_t frame;
};
struct light {
	std::int32_t x = 0; /* where it falls: the physics component knows */
	std::uint32_t oil = 1000;
};
struct torch : tarn::sparse<light, 4> {
};

using world_array = tarn::packed<ai, physics, render, torch>;
world_array::memory<most> world_room;
world_array world("world", world_room);
using id = world_array::handle;

id spawn(char glyph, std::int32_t goal, std::int32_t patience)
{
	const std::uint32_t i = world.activate();

	world.column<ai>()[i] = {goal, patience};
	world.column<physics>()[i] = physics();
	world.column<render>()[i] = {glyph, 0};
	return world.handle_of(i);
}

void give_torch(id whom)
{
	const std::uint32_t k = world.attach<torch>(world.index(whom));

	if (k != TARN_NONE)
		world.column<torch>()[k] = light();
}

/* A loop for each domain. */
void update()
{
	std::uint32_t k = 0;

	world.each<ai, physics>([](ai &mind, physics &body) {
		body.velocity = mind.goal > body.x ? 1 : -1;
		mind.patience--;
	});
	for (physics &body : world.column<physics>())
		body.x += body.velocity;
	for (light &each : world.column<torch>()) { /* only those that there are */
		each.x = world.column<physics>()[world.owner<torch>(k++)].x;
		each.oil--;
	}
	for (render &each : world.column<render>())
		each.frame ^= 1;
	world.deactivate_if<ai>([](const ai &mind) { return mind.patience == 0; });
}

/* Code outside the loop holds an id, and asks for its entity. */
void look_for(const char *who, id whom)
{
	const std::uint32_t i = world.index(whom);

	print_text(who);
	if (i == TARN_NONE) {
		say(" is dead");
		return;
	}
	print_text(" '");
	print_char(world.column<render>()[i].glyph);
	print_text("' is at x ");
	print_i64(world.column<physics>()[i].x);
	const std::uint32_t k = world.find<torch>(i);

	if (k != TARN_NONE) {
		print_text(", lights x ");
		print_i64(world.column<torch>()[k].x);
	}
	print_newline();
}
} // namespace

int main()
{
	for (std::int32_t i = 0; i < 8; i++)
		spawn('r', 100, 10 + i); /* rats, impatient */
	const id guard = spawn('g', -30, 1000);
	const id ghost = spawn('G', 5, 30);
	const id hero = spawn('@', 40, 1000);

	give_torch(hero);
	give_torch(guard);
	give_torch(ghost);
	say_number("entities", world.count());
	for (int frame = 0; frame < frames; frame++)
		update();
	say_number("entities after 60 frames", world.count());
	say_number("torches", world.column<torch>().size());
	look_for("hero", hero);
	look_for("guard", guard);
	look_for("ghost", ghost);
	spawn('n', 0, 1000); /* may get the ghost's place: it is not the ghost */
	look_for("ghost", ghost);
	promise(world.check() == 0, "the array is sound");
	promise(world.count() == 3, "the rats are gone");
	return 0;
}
