/* SPDX-License-Identifier: MIT
 * Goblins and bosses. Goblins come in hordes: their pool takes chunks from the level's heap, and
 * frees them. The pool of bosses is never full. */
#include "game.h"

#define AT_HOME 4
#define MOST    12

struct goblin {
	uint32_t number;
	uint32_t frames;
};
struct boss {
	uint32_t health;
};

TARN_OBJECT_TYPE_WITH(goblins, struct goblin, MOST, TARN_OBJECT_GROW, .step = 4);
TARN_OBJECT_TYPE(bosses, struct boss, 2, TARN_OBJECT_NEVER);

static struct goblins horde;
static struct bosses bosses;
static uint32_t alive;

static const char *goblins_begin(struct tarn_heap *heap, uint32_t level)
{
	(void)level;
	alive = 0;
	return goblins_open(&horde, heap, AT_HOME, MOST) ? NULL : "no room for goblins";
}

static void horde_comes(void)
{
	counts.hordes++;
	for (uint32_t wanted = 2 + game_below(MOST); wanted; wanted--) {
		struct goblin *goblin = goblins_get(&horde);

		if (!goblin) {
			counts.goblins_kept_out++;
			continue;
		}
		goblin->number = ++counts.goblins;
		goblin->frames = 10 + game_below(40);
		alive++;
	}
}

static const char *goblins_frame(void)
{
	struct goblin *goblin;
	uint32_t seen = 0;

	if (!game_below(40))
		horde_comes();
	for (uint32_t at = 0; (goblin = goblins_each(&horde, &at));) {
		seen++;
		if (--goblin->frames)
			continue;
		game_note(goblin->number);
		goblins_put(&horde, goblin);
		alive--;
		seen--;
	}
	if (alive > MOST)
		return "more goblins than there may be";
	return seen == alive ? NULL : "a goblin was lost or seen twice";
}

static const char *goblins_end(void)
{
	tarn_object_reset(&horde.core);
	return tarn_object_close(&horde.core) ? NULL : "goblins after the level";
}

const struct part goblins_part = {goblins_begin, goblins_frame, goblins_end};

static const char *bosses_begin(struct tarn_heap *heap, uint32_t level)
{
	struct boss *boss;

	if (!bosses_open(&bosses, heap, 2, 2))
		return "no room for bosses";
	for (uint32_t i = 0; i < 1 + level % 2; i++) {
		boss = bosses_get(&bosses);
		if (!boss)
			return "no room for the boss";
		boss->health = 100;
	}
	return NULL;
}

static const char *bosses_frame(void)
{
	struct boss *boss;

	for (uint32_t at = 0; (boss = bosses_each(&bosses, &at));) {
		if (boss->health > 1)
			boss->health--;
	}
	return NULL;
}

static const char *bosses_end(void)
{
	tarn_object_reset(&bosses.core);
	return tarn_object_close(&bosses.core) ? NULL : "bosses after the level";
}

const struct part bosses_part = {bosses_begin, bosses_frame, bosses_end};
