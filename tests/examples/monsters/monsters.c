/* SPDX-License-Identifier: MIT
 * Monsters of several kinds, without a virtual call. If kinds differ in data, a type object, the
 * breed, has the data. All monsters of a kind share one breed (a flyweight). Monsters come and go,
 * so they are in a pool. If kinds differ in code, each has an array, a loop and a function of its
 * own. */
#include "../say.h"
#include "tarn_packed.h"

#define MOST   16
#define FRAMES 10

/* ---- The type object ----------------------------------------------------------------------- */

struct breed {
	const char *name;
	int32_t health;
	int32_t speed;
};
static const struct breed breeds[] = {{"rat", 3, 4}, {"orc", 20, 2}, {"troll", 90, 1}};
#define BREEDS (sizeof(breeds) / sizeof(breeds[0]))

#define MONSTERS(COLUMN, KEEP, SPARSE) \
	COLUMN(uint8_t, breed)         \
	COLUMN(int32_t, health)        \
	COLUMN(int32_t, x)
TARN_PACKED_DECLARE(monsters, MONSTERS);
TARN_PACKED_DEFINE(monsters, MONSTERS, MOST);

static void spawn(uint8_t breed)
{
	uint32_t i = monsters_activate(&monsters);

	monsters.breed[i] = breed;
	monsters.health[i] = breeds[breed].health;
	monsters.x[i] = 0;
}

/* One loop for every breed there will ever be. */
static void walk_monsters(TARN_COLUMNS(monsters, breed, x))
{
	for (uint32_t i = 0; i < count; i++)
		x[i] += breeds[breed[i]].speed;
}

/* ---- An array for each type ---------------------------------------------------------------- */

struct bat {
	int32_t x, y, flaps;
};
struct slug {
	int32_t x, slime;
};
#define BATS(COLUMN, KEEP, SPARSE)  COLUMN(struct bat, at)
#define SLUGS(COLUMN, KEEP, SPARSE) COLUMN(struct slug, at)
TARN_PACKED_DECLARE(bats, BATS);
TARN_PACKED_DEFINE(bats, BATS, MOST);
TARN_PACKED_DECLARE(slugs, SLUGS);
TARN_PACKED_DEFINE(slugs, SLUGS, MOST);

static void update_bats(TARN_COLUMNS(bats, at))
{
	for (uint32_t i = 0; i < count; i++) {
		at[i].x += 5;
		at[i].y += at[i].flaps++ % 2 ? -1 : 1;
	}
}

static void update_slugs(TARN_COLUMNS(slugs, at))
{
	for (uint32_t i = 0; i < count; i++) {
		at[i].x++;
		at[i].slime += 2;
	}
}

int main(void)
{
	int32_t walked[BREEDS] = {0};

	for (uint8_t i = 0; i < 9; i++)
		spawn(i % BREEDS);
	for (uint32_t i = 0; i < 4; i++)
		bats.at[bats_activate(&bats)] = (struct bat){0, 0, 0};
	for (uint32_t i = 0; i < 2; i++)
		slugs.at[slugs_activate(&slugs)] = (struct slug){0, 0};
	for (uint32_t frame = 0; frame < FRAMES; frame++) {
		walk_monsters(tarn_columns(&monsters, breed, x));
		update_bats(tarn_columns(&bats, at));
		update_slugs(tarn_columns(&slugs, at));
	}
	for (uint32_t i = 0; i < monsters.packed.count; i++)
		walked[monsters.breed[i]] += monsters.x[i];
	say_number("monsters", monsters.packed.count);
	say_number("breeds that they share", BREEDS);
	for (uint32_t breed = 0; breed < BREEDS; breed++) {
		print_text("  ");
		print_text(breeds[breed].name);
		say_number(": walked", (uint32_t)walked[breed]);
	}
	say_number("bats flew", (uint32_t)bats.at[3].x);
	say_number("slugs left slime", (uint32_t)slugs.at[1].slime);
	promise(bats.at[0].y == 0 && bats.at[0].flaps == FRAMES, "bats flap");
	return 0;
}
