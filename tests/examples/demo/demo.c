/* SPDX-License-Identifier: MIT */
#include "demo.h"

#include "random.h"
#include "tarn_object.h"
#include "tarn_packed.h"
#include "tarn_scene.h"
#include "tarn_table.h"

#define LEVEL_FRAMES 240
#define AUDIT_FRAMES 20

static struct demo_counts counts;
static struct tarn_heap heap;
static struct tarn_scene scene;
static uint32_t state;

static uint32_t below(uint32_t bound)
{
	return random_below(&state, bound);
}

static void note(uint32_t value)
{
	counts.digest = (counts.digest ^ value) * UINT32_C(16777619);
}

/* ---- Sparks: packed, as many as the level says. A handle follows one of them. --------------- */

#define SPARKS(COLUMN, KEEP, SPARSE) \
	COLUMN(int16_t, x)           \
	COLUMN(int8_t, dx)           \
	COLUMN(uint8_t, frames)      \
	SPARSE(uint8_t, glow, 3)
TARN_PACKED_DECLARE(sparks, SPARKS);

struct sparks sparks;
static uint32_t sparks_alive; /* by our own count */
static sparks_handle followed;
static uint32_t frames_to_follow;

static void spark_fly(void)
{
	uint32_t i = sparks_activate(&sparks);

	if (i == TARN_NONE)
		return;
	counts.sparks++;
	sparks_alive++;
	sparks.x[i] = 0;
	sparks.dx[i] = (int8_t)((int32_t)below(9) - 4);
	sparks.frames[i] = (uint8_t)(1 + below(20));
	if (!below(8) && tarn_attach(&sparks, glow, i) != TARN_NONE)
		sparks.glow.at[tarn_find(&sparks, glow, i)] = sparks.frames[i];
	if (!frames_to_follow) {
		followed = sparks_handle_of(&sparks, i);
		frames_to_follow = sparks.frames[i];
	}
}

static const char *sparks_frame(void)
{
	if (!below(6)) {
		for (uint32_t wanted = 1 + below(16); wanted; wanted--)
			spark_fly();
	}
	for (uint32_t i = sparks.packed.count; i-- > 0;) {
		sparks.x[i] = (int16_t)(sparks.x[i] + sparks.dx[i]);
		if (--sparks.frames[i])
			continue;
		note((uint32_t)sparks.x[i]);
		sparks_alive -= sparks_deactivate(&sparks, i);
	}
	if (frames_to_follow) {
		bool there = sparks_index(&sparks, followed) != TARN_NONE;

		if (there != (--frames_to_follow != 0))
			return "a spark's handle is not true";
	}
	if (sparks.packed.count != sparks_alive)
		return "a spark was lost or made of nothing";
	return sparks_check(&sparks) ? "the sparks' array is not sound" : NULL;
}

/* ---- Bullets: a full pool robs the oldest, so the last ones that were shot are in the air. --- */

#define BULLETS 8

struct bullet {
	uint32_t number;
};

static uint32_t bullets_ended; /* robbed or put */

static void bullet_ends(struct bullet *bullet)
{
	bullet->number = 0;
	bullets_ended++;
}

TARN_OBJECT_POOL_WITH(bullets, struct bullet, BULLETS, TARN_OBJECT_ROB_OLDEST,
		      .reset = bullet_ends);

static bullets_handle air[BULLETS]; /* by our own account, the oldest first */
static uint32_t in_air;

static void air_remove(uint32_t i)
{
	for (in_air--; i < in_air; i++)
		air[i] = air[i + 1];
}

static const char *shoot(void)
{
	bool full = in_air == BULLETS;
	bullets_handle oldest = air[0];
	uint32_t before = bullets_ended;
	struct bullet *bullet = bullets_get(&bullets);

	if (!bullet || bullets_ended != before + full)
		return "a bullet was not robbed, or one too many";
	if (full) {
		air_remove(0);
		counts.bullets_robbed++;
		if (bullets_resolve(&bullets, oldest))
			return "a robbed bullet's handle is not stale";
	}
	bullet->number = ++counts.bullets;
	air[in_air++] = bullets_handle_of(&bullets, bullet);
	return NULL;
}

static const char *bullets_frame(void)
{
	const char *wrong = below(3) ? NULL : shoot();
	uint32_t last = 0;

	if (!wrong && in_air && below(8) == 0) {
		uint32_t hit = below(in_air);

		if (!bullets_release(&bullets, air[hit]))
			return "a bullet is not there to hit";
		air_remove(hit);
	}
	for (uint32_t i = 0; i < in_air && !wrong; i++) {
		const struct bullet *bullet = bullets_resolve(&bullets, air[i]);

		if (!bullet || bullet->number <= last)
			return "a bullet in the air is not there";
		last = bullet->number;
	}
	note(last);
	return wrong;
}

/* ---- Sounds: a new sound always plays, and the quietest one stops for it. -------------------- */

#define VOICES 4

struct sound {
	uint32_t loudness;
	uint32_t frames;
};

static uint32_t audible(const struct sound *sound)
{
	return sound->loudness;
}

static uint32_t silenced; /* the loudness of the sound that stopped last */

static void fall_silent(struct sound *sound)
{
	silenced = sound->loudness;
}

TARN_OBJECT_POOL_WITH(voices, struct sound, VOICES, TARN_OBJECT_ROB_LEAST, .score = audible,
		      .reset = fall_silent);

static uint32_t quietest(void)
{
	uint32_t least = UINT32_MAX;
	struct sound *sound;

	for (uint32_t at = 0; (sound = voices_each(&voices, &at));) {
		if (sound->loudness < least)
			least = sound->loudness;
	}
	return least;
}

static const char *play(void)
{
	bool full = tarn_object_count(&voices.core) == VOICES;
	uint32_t least = quietest();
	struct sound *sound;

	silenced = 0;
	sound = voices_get(&voices);
	if (!sound)
		return "a sound does not play";
	if (full && silenced != least)
		return "not the least audible sound was robbed";
	counts.sounds++;
	counts.sounds_robbed += full;
	sound->loudness = 1 + below(1000);
	sound->frames = 1 + below(60);
	note(sound->loudness);
	return NULL;
}

static const char *sounds_frame(void)
{
	struct sound *sound;

	for (uint32_t at = 0; (sound = voices_each(&voices, &at));) {
		if (--sound->frames == 0)
			voices_put(&voices, sound); /* the current one: allowed */
	}
	return below(8) == 0 ? play() : NULL;
}

/* ---- Goblins: they come in hordes. Their pool takes chunks from the level's heap. ------------ */

#define GOBLINS_AT_HOME 4
#define GOBLINS_MOST    12

struct goblin {
	uint32_t number;
	uint32_t frames;
};
TARN_OBJECT_TYPE_WITH(goblins, struct goblin, GOBLINS_MOST, TARN_OBJECT_GROW, .step = 4);

static struct goblins horde;
static uint32_t goblins_alive;

static void horde_comes(void)
{
	for (uint32_t wanted = 2 + below(GOBLINS_MOST); wanted; wanted--) {
		struct goblin *goblin = goblins_get(&horde);

		if (!goblin) {
			counts.goblins_kept_out++;
			continue;
		}
		goblin->number = ++counts.goblins;
		goblin->frames = 10 + below(40);
		goblins_alive++;
	}
}

static const char *goblins_frame(void)
{
	struct goblin *goblin;
	uint32_t seen = 0;

	if (!below(40))
		horde_comes();
	for (uint32_t at = 0; (goblin = goblins_each(&horde, &at));) {
		seen++;
		if (--goblin->frames)
			continue;
		note(goblin->number);
		goblins_put(&horde, goblin);
		goblins_alive--;
		seen--;
	}
	if (goblins_alive > GOBLINS_MOST)
		return "more goblins than there may be";
	return seen == goblins_alive ? NULL : "a goblin was lost or seen twice";
}

/* ---- Contacts live for a frame, whose end empties the pool: nothing puts one back. ----------- */

#define CONTACTS 10

struct contact {
	uint16_t a, b;
};
TARN_OBJECT_POOL(contacts, struct contact, CONTACTS, TARN_OBJECT_REFUSE | TARN_OBJECT_UNLOCKED);

static const char *contacts_frame(void)
{
	uint32_t wanted = below(CONTACTS + 4);
	uint32_t got = 0;

	for (uint32_t i = 0; i < wanted; i++) {
		struct contact *contact = contacts_get(&contacts);

		if (!contact)
			continue;
		*contact = (struct contact){(uint16_t)i, (uint16_t)wanted};
		got++;
	}
	counts.contacts += got;
	if (got != (wanted < CONTACTS ? wanted : CONTACTS))
		return "a frame has not all of its contacts";
	tarn_object_reset(&contacts.core);
	return tarn_object_count(&contacts.core) ? "a contact outlives its frame" : NULL;
}

/* ---- Levels: each one divides the arena again, and may leave no live object at its end. ------ */

#define OPEN_AIR(CLASS) CLASS(16, 4, 0, TARN_TO_COMMONS)
#define DUNGEON(CLASS)  CLASS(32, 4, 0, TARN_TO_COMMONS) CLASS(64, 2, 0, TARN_REFUSE)
TARN_TABLE(open_air, OPEN_AIR);
TARN_TABLE(dungeon, DUNGEON);
static const struct tarn_table *const tables[] = {&open_air, &dungeon, &tarn_table_commons};
#define TABLES (sizeof(tables) / sizeof(tables[0]))

static const char *(*const frames[])(void) = {sparks_frame, bullets_frame, sounds_frame,
					      goblins_frame, contacts_frame};
#define FRAMES (sizeof(frames) / sizeof(frames[0]))

static const char *level_begin(void)
{
	uint32_t level = counts.levels;

	if (tarn_scene_begin(&scene, tables[level % TABLES], NULL, NULL, NULL) != TARN_SCENE_OK)
		return "the next level does not begin";
	sparks_alive = frames_to_follow = in_air = goblins_alive = 0;
	if (!sparks_make(&sparks, &heap, level % 2 ? 12 : 24))
		return "no room for the level's sparks";
	if (!goblins_open(&horde, &heap, GOBLINS_AT_HOME, GOBLINS_MOST))
		return "no room for goblins";
	counts.levels++;
	return NULL;
}

static const char *level_end(void)
{
	sparks_destroy(&sparks);
	tarn_object_reset(&bullets.core);
	tarn_object_reset(&voices.core);
	tarn_object_reset(&horde.core);
	if (!tarn_object_close(&horde.core))
		return "goblins after the level";
	return tarn_scene_end(&scene, NULL, NULL) == TARN_SCENE_OK ? NULL : "a level leaks";
}

static const char *audit(void)
{
	if (tarn_check(&heap, NULL))
		return "the heap is not sound";
	return tarn_object_check_all(NULL) ? "a pool is not sound" : NULL;
}

/* ---- The game -------------------------------------------------------------------------------- */

bool demo_begin(uint32_t seed, void *arena, size_t bytes)
{
	if (bytes < DEMO_ARENA)
		return false;
	counts = (struct demo_counts){.digest = 2166136261u};
	state = random32_seed(seed);
	tarn_scene_start(&scene, &heap, arena, DEMO_ARENA);
	return level_begin() == NULL;
}

const char *demo_frame(void)
{
	const char *wrong = NULL;

	for (uint32_t i = 0; i < FRAMES && !wrong; i++)
		wrong = frames[i]();
	if (!wrong && ++counts.frames % AUDIT_FRAMES == 0)
		wrong = audit();
	if (!wrong && counts.frames % LEVEL_FRAMES == 0) {
		wrong = level_end();
		if (!wrong)
			wrong = level_begin();
	}
	return wrong;
}

const char *demo_end(void)
{
	return level_end();
}

const struct demo_counts *demo_counts(void)
{
	return &counts;
}
