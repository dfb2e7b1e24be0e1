/* SPDX-License-Identifier: MIT
 * Rollback: two players, and the keys of one arrive late. A level has two pools: monsters, and
 * missiles that hold the handle of the monster that they chase. If a key of three frames ago
 * arrives, the program restores that frame and plays three frames again. A level whose keys were
 * never late must be equal. */
#include "../say.h"
#include "random.h"
#include "tarn_object.h"

#define MONSTERS 6
#define MISSILES 8
#define FRAMES   60
#define LATE     3 /* frames */
#define VERSION  1 /* of the structs below */

struct monster {
	int32_t x, health;
};
TARN_OBJECT_POOL(monsters, struct monster, MONSTERS, TARN_OBJECT_REFUSE);

struct missile {
	int32_t x;
	monsters_handle aim; /* not a pointer: the monster may be gone, and another in its place */
};
TARN_OBJECT_POOL(missiles, struct missile, MISSILES, TARN_OBJECT_ROB_OLDEST);

/* The state besides the pools. */
struct game {
	uint32_t frame, dice, hits, lost;
};
static struct game game;

/* ---- A frame -------------------------------------------------------------------------------- */

static void fire(void)
{
	uint32_t at = 0;
	struct monster *monster = monsters_each(&monsters, &at);
	struct missile *missile;

	if (!monster)
		return;
	missile = missiles_get(&missiles);
	missile->x = 0;
	missile->aim = monsters_handle_of(&monsters, monster);
}

/* Flies towards its monster. False: the missile is gone. */
static bool fly(struct missile *missile)
{
	struct monster *monster = monsters_resolve(&monsters, missile->aim);

	game.lost += !monster;
	if (!monster)
		return false;
	missile->x += missile->x < monster->x ? 3 : -3;
	if (missile->x + 3 < monster->x || missile->x > monster->x + 3)
		return true;
	game.hits++;
	if (--monster->health == 0)
		monsters_put(&monsters, monster);
	return false;
}

static void play(bool key)
{
	struct monster *monster;
	struct missile *missile;

	game.frame++;
	monster = random_below(&game.dice, 4) ? NULL : monsters_get(&monsters);
	if (monster) {
		monster->x = 20 + (int32_t)random_below(&game.dice, 40);
		monster->health = 2;
	}
	if (key)
		fire();
	for (uint32_t at = 0; (missile = missiles_each(&missiles, &at));)
		if (!fly(missile))
			missiles_put(&missiles, missile);
	for (uint32_t at = 0; (monster = monsters_each(&monsters, &at));)
		monster->x--;
}

/* ---- Its image ------------------------------------------------------------------------------ */

static struct image {
	struct game game;
	_Alignas(8) unsigned char monsters[TARN_OBJECT_IMAGE_BYTES(monsters, MONSTERS)];
	_Alignas(8) unsigned char missiles[TARN_OBJECT_IMAGE_BYTES(missiles, MISSILES)];
} first, last;

static void save(struct image *image)
{
	image->game = game;
	promise(tarn_object_save(&monsters.core, image->monsters, sizeof(image->monsters),
				 VERSION) > 0,
		"monsters are saved");
	promise(tarn_object_save(&missiles.core, image->missiles, sizeof(image->missiles),
				 VERSION) > 0,
		"missiles are saved");
}

static void load(const struct image *image)
{
	game = image->game;
	promise(tarn_object_load(&monsters.core, image->monsters, sizeof(image->monsters), VERSION),
		"monsters are loaded");
	promise(tarn_object_load(&missiles.core, image->missiles, sizeof(image->missiles), VERSION),
		"missiles are loaded");
}

/* ---- Two sides ------------------------------------------------------------------------------ */

static bool key_of(uint32_t frame)
{
	return frame % 4 == 1 || frame % 7 == 2;
}

/* Every key arrives in time. */
static void side_in_time(void)
{
	while (game.frame < FRAMES)
		play(key_of(game.frame));
}

/* No key arrives in time: frames are played without it, and again when it arrives. */
static void side_with_late_keys(void)
{
	uint32_t rollbacks = 0;

	while (game.frame < FRAMES) {
		bool key = key_of(game.frame);

		save(&last);
		play(false);
		if (!key)
			continue;
		for (uint32_t i = 1; i < LATE; i++)
			play(false);
		load(&last);
		play(true);
		rollbacks++;
	}
	say_number("rollbacks", rollbacks);
}

static bool same(const unsigned char *one, const unsigned char *other, size_t bytes)
{
	while (bytes && *one == *other)
		one++, other++, bytes--;
	return !bytes;
}

int main(void)
{
	static struct image in_time, late;

	game.dice = 12345;
	save(&first);
	side_in_time();
	say_number("frames", game.frame);
	say_number("hits", game.hits);
	say_number("missiles without an aim", game.lost);
	say_number("monsters", monsters_count(&monsters));
	save(&in_time);
	load(&first);
	promise(game.frame == 0 && monsters_count(&monsters) == 0, "the level is at its beginning");
	side_with_late_keys();
	save(&late);
	promise(same((unsigned char *)&in_time, (unsigned char *)&late, sizeof(late)),
		"both sides have the same level");
	promise(tarn_object_check_all(NULL) == 0, "the pools are sound");
	return 0;
}
