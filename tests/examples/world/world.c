/* SPDX-License-Identifier: MIT
 * A component world with three columns: place, speed, sprite. A tree has a place and a sprite, a
 * wind a place and a speed, a bird all three. Moving entities are a group, so one plain loop moves
 * them. Drawing is a view, from a place to its sprite, in the order of the layers. */
#include "../say.h"
#include "tarn_packed.h"

#define MOST   24
#define WIDTH  32
#define FRAMES 20

struct place {
	int32_t x;
};
struct speed {
	int32_t dx;
};
struct sprite {
	char glyph;
};

#define WORLD(COLUMN, KEEP, SPARSE)       \
	COLUMN(uint8_t, layer)            \
	SPARSE(struct place, place, MOST) \
	SPARSE(struct speed, speed, 12)   \
	SPARSE(struct sprite, sprite, 16)
TARN_PACKED_DECLARE(world, WORLD);
TARN_PACKED_DEFINE(world, WORLD, MOST);

/* ---- What there is ----------------------------------------------------------------------- */

/* A component's place is good until the next attach: write it at once. */
static uint32_t spawn(uint8_t layer, int32_t x)
{
	uint32_t i = world_activate(&world);
	uint32_t k = tarn_attach(&world, place, i);

	world.layer[i] = layer;
	world.place.at[k] = (struct place){x};
	return i;
}

static void push(uint32_t i, int32_t dx)
{
	uint32_t k = tarn_attach(&world, speed, i);

	world.speed.at[k] = (struct speed){dx};
}

static void show(uint32_t i, char glyph)
{
	uint32_t k = tarn_attach(&world, sprite, i);

	world.sprite.at[k] = (struct sprite){glyph};
}

static world_handle bird(uint8_t layer, int32_t x, int32_t dx, char glyph)
{
	uint32_t i = spawn(layer, x);

	show(i, glyph);
	push(i, dx);
	return world_handle_of(&world, i);
}

/* ---- Its frames -------------------------------------------------------------------------- */

/* Entities with a place and a speed are first in both columns: no test, no search. */
static void move(TARN_COMPONENTS(world, place, speed))
{
	for (uint32_t k = 0; k < count; k++)
		place[k].x += speed[k].dx;
}

/* Removes entities that flew away. The last one takes the free place, and is visited next. */
static void let_go(void)
{
	for (uint32_t k = 0; k < world.place.set.grouped;) {
		int32_t x = world.place.at[k].x;

		if (x < 0 || x >= WIDTH)
			world_deactivate(&world, tarn_owner(&world, place, k));
		else
			k++;
	}
}

static bool is_further(const struct world *of, uint32_t i, uint32_t j)
{
	return of->layer[i] > of->layer[j];
}

/* The nearest layer is last. The sort is stable: the order in a layer stays from frame to frame. */
static void draw(char *line)
{
	for (uint32_t x = 0; x < WIDTH; x++)
		line[x] = '.';
	world_sort(&world, is_further);
	for (uint32_t i = 0; i < world.packed.count; i++) {
		uint32_t k = tarn_find(&world, place, i);
		uint32_t s = tarn_find(&world, sprite, i);

		if (k != TARN_NONE && s != TARN_NONE)
			line[world.place.at[k].x] = world.sprite.at[s].glyph;
	}
}

/* How many moving entities have a sprite? From column to column, without the entity. */
static uint32_t seen_moving(void)
{
	uint32_t seen = 0;

	for (uint32_t k = 0; k < world.speed.set.count; k++)
		seen += tarn_sibling(&world, speed, k, sprite) != TARN_NONE;
	return seen;
}

static void frame(char *line)
{
	move(tarn_components(&world, place, speed));
	let_go();
	draw(line);
}

/* ---- The game ----------------------------------------------------------------------------- */

static void populate(void)
{
	for (int32_t i = 0; i < 5; i++)
		show(spawn(5, 4 + 6 * i), 'T');
	for (int32_t i = 0; i < 4; i++)
		push(spawn(0, 8 * i), 1); /* winds, unseen */
	for (int32_t i = 0; i < 4; i++)
		bird(9, 30 - i, -1 - i, (char)('a' + i)); /* farther away than the trees */
}

static void tell(const char *line)
{
	for (uint32_t x = 0; x < WIDTH; x++)
		print_char(line[x]);
	print_newline();
}

int main(void)
{
	char line[WIDTH];
	world_handle hero;
	uint32_t i;

	if (!tarn_group(&world, place, speed))
		return 1;
	hero = bird(1, 0, 1, '@'); /* in front of them */
	populate();
	draw(line);
	tell(line);
	say_number("moving", world.place.set.grouped);
	say_number("of them seen", seen_moving());
	for (uint32_t f = 0; f < FRAMES; f++) {
		frame(line);
		if (f % 4 == 3)
			tell(line);
	}
	say_number("entities", world.packed.count);
	say_number("moving", world.place.set.grouped);
	say_number("of them seen", seen_moving());
	i = world_index(&world, hero);
	promise(i != TARN_NONE && line[FRAMES] == '@', "the hero is found by its handle");
	tarn_detach(&world, speed, i);
	frame(line);
	promise(line[FRAMES] == '@', "without a speed it stays");
	promise(world_check(&world) == 0, "the world is sound");
	return 0;
}
