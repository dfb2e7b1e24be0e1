/* SPDX-License-Identifier: MIT
 * A forest full of effects, then a castle full of echoes. The same arena is divided again for each
 * level, so neither pays for the other's pools. A level with live objects does not end: the report
 * names them. */
#include "../say.h"
#include "args.h"
#include "tarn_scene.h"
#include "tarn_table.h"

struct spark {
	int32_t x, y, frames;
};
struct echo {
	uint32_t sound, delay;
	int32_t samples[6];
};
struct boss {
	uint32_t health;
};
struct music {
	uint32_t bar;
};

TARN_OBJECT_TYPE(sparks, struct spark, 32, TARN_OBJECT_REFUSE);
TARN_OBJECT_TYPE(echoes, struct echo, 32, TARN_OBJECT_ROB_OLDEST);
/* The boss must always find room: a pool that is never full. */
TARN_OBJECT_TYPE(bosses, struct boss, 1, TARN_OBJECT_NEVER);
TARN_OBJECT_TYPE(songs, struct music, 2, TARN_OBJECT_NEVER | TARN_OBJECT_PERSISTENT);

static struct sparks sparks;
static struct echoes echoes;
static struct bosses bosses;
static struct songs songs;

#define FOREST(CLASS) CLASS(16, 8, 0, TARN_TO_COMMONS)
#define CASTLE(CLASS) CLASS(16, 2, 0, TARN_TO_COMMONS) CLASS(48, 4, 0, TARN_TO_COMMONS)
TARN_TABLE(forest, FOREST);
TARN_TABLE(castle, CASTLE);

#define ARENA 2560
static uint64_t arena[ARENA / 8];
static struct tarn_heap heap;
static struct tarn_scene scene;

/* Prints the report's lines without addresses, which differ from board to board. */
static void told(void *context, const char *text, size_t length)
{
	static bool hidden;

	(void)context;
	for (size_t i = 0; i < length; i++) {
		hidden = hidden ? text[i] != ' '
				: i + 1 < length && text[i] == '0' && text[i + 1] == 'x';
		print_char(hidden ? '#' : text[i]);
	}
}

static void begin(const char *name, const struct tarn_table *table)
{
	enum tarn_scene_status status = tarn_scene_begin(&scene, table, NULL, told, NULL);

	print_text(name);
	if (status == TARN_SCENE_OK)
		say(": begins");
	else
		say(status == TARN_SCENE_LIVE ? ": not before all is given back" : ": refused");
}

static void forest_begins(void)
{
	begin("forest", &forest);
	promise(sparks_open(&sparks, &heap, 24, 24), "room for 24 sparks");
	promise(echoes_open(&echoes, &heap, 2, 2), "room for 2 echoes");
}

static void castle_begins(void)
{
	promise(sparks_open(&sparks, &heap, 4, 4), "room for 4 sparks");
	promise(echoes_open(&echoes, &heap, 12, 12), "room for 12 echoes");
	promise(bosses_open(&bosses, &heap, 1, 1), "room for the boss");
}

int main(void)
{
	struct spark *forgotten;
	songs_handle theme;
	void *kept;

	tarn_scene_start(&scene, &heap, arena, sizeof(arena));
	kept = tarn_scene_keep(&scene, 8, TARN_OBJECT_BYTES(songs, 2));
	promise(kept && songs_open_at(&songs, kept, TARN_OBJECT_BYTES(songs, 2)), "music is kept");
	theme = songs_handle_of(&songs, songs_get(&songs));

	forest_begins();
	for (uint32_t i = 0; i < 10; i++)
		sparks_put(&sparks, sparks_get(&sparks));
	forgotten = sparks_get(&sparks); /* the planted leak, of a level's designer */
	begin("castle", &castle);
	sparks_put(&sparks, forgotten);
	begin("castle", &castle);
	castle_begins();

	for (uint32_t i = 0; i < 4; i++)
		sparks_get(&sparks);
	promise(sparks_get(&sparks) == NULL, "the fifth spark is refused");
	promise(bosses_get(&bosses) != NULL, "the boss comes all the same");
	say("the player quits in the middle:");
	promise(tarn_scene_end_forced(&scene, told, NULL) == TARN_SCENE_OK, "forced");
	forest_begins();
	promise(songs_resolve(&songs, theme) != NULL, "the music has never stopped");
	say("the music has never stopped");
	return 0;
}
