/* SPDX-License-Identifier: MIT
 * A monster's drops are needed once, when it dies; its thoughts are needed every frame. So hot and
 * cold data are apart: first by a pointer, then, without one, as parallel columns. */
#include "../say.h"
#include "tarn_object.h"
#include "tarn_packed.h"

#define MONSTERS 12
#define FRAMES   30

/* Cold. */
struct loot {
	char drop[12];
	uint16_t least, most;
	uint32_t chance; /* of 256 */
};
/* Hot. */
struct mind {
	int32_t goal, energy;
};
/* All in one struct: the update would read cold data into the cache, too. */
struct fat_mind {
	struct mind mind;
	struct loot loot;
};

static struct loot loot_of(uint32_t i)
{
	struct loot loot = {"gold", 1, (uint16_t)(1 + i), 256};

	return loot;
}

static uint32_t dropped;

static void drop(const struct loot *loot)
{
	dropped += loot->most;
}

/* ---- By a pointer: the cold part has a pool of its own -------------------------------------- */

TARN_OBJECT_POOL(loots, struct loot, MONSTERS, TARN_OBJECT_NEVER);

#define POINTING(COLUMN, KEEP, SPARSE) \
	COLUMN(struct mind, mind)      \
	COLUMN(struct loot *, loot)
TARN_PACKED_DECLARE(pointing, POINTING);
TARN_PACKED_DEFINE(pointing, POINTING, MONSTERS);

static uint32_t play_pointing(void)
{
	dropped = 0;
	for (uint32_t i = 0; i < MONSTERS; i++) {
		pointing_activate(&pointing);
		pointing.mind[i] = (struct mind){0, 2 + (int32_t)i};
		pointing.loot[i] = loots_get(&loots);
		*pointing.loot[i] = loot_of(i);
	}
	for (uint32_t frame = 0; frame < FRAMES; frame++) {
		for (uint32_t i = pointing.packed.count; i-- > 0;) {
			if (--pointing.mind[i].energy)
				continue;
			drop(pointing.loot[i]);
			loots_put(&loots, pointing.loot[i]);
			pointing_deactivate(&pointing, i);
		}
	}
	return dropped;
}

/* ---- By a parallel column: the index is the pointer ----------------------------------------- */

#define PARALLEL(COLUMN, KEEP, SPARSE) \
	COLUMN(struct mind, mind)      \
	COLUMN(struct loot, loot)
TARN_PACKED_DECLARE(parallel, PARALLEL);
TARN_PACKED_DEFINE(parallel, PARALLEL, MONSTERS);

static uint32_t play_parallel(void)
{
	dropped = 0;
	for (uint32_t i = 0; i < MONSTERS; i++) {
		parallel_activate(&parallel);
		parallel.mind[i] = (struct mind){0, 2 + (int32_t)i};
		parallel.loot[i] = loot_of(i);
	}
	for (uint32_t frame = 0; frame < FRAMES; frame++) {
		for (uint32_t i = parallel.packed.count; i-- > 0;) {
			if (--parallel.mind[i].energy)
				continue;
			drop(&parallel.loot[i]);
			parallel_deactivate(&parallel, i);
		}
	}
	return dropped;
}

int main(void)
{
	uint32_t by_pointer, by_column;

	by_pointer = play_pointing();
	by_column = play_parallel();
	say_number("gold dropped, loot by a pointer", by_pointer);
	say_number("gold dropped, loot in a parallel column", by_column);
	say_number("bytes that a frame reads of each monster, all in one", sizeof(struct fat_mind));
	say_number("bytes that a frame reads of each monster, split", sizeof(struct mind));
	promise(by_pointer == by_column, "both drop the same");
	promise(tarn_object_count(&loots.core) == 0, "no loot is left");
	promise(pointing_check(&pointing) == 0 && parallel_check(&parallel) == 0, "sound");
	return 0;
}
