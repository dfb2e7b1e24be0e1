/* SPDX-License-Identifier: MIT
 * Goblins seldom come, but in hordes. Eight have reserved places. More goblins take chunks from the
 * heap's commons, up to a maximum, and the pool frees a chunk when its goblins are dead. Meanwhile
 * explosions fill their pool, and take no place of the goblins. */
#include "../say.h"
#include "tarn_object.h"

#define AT_HOME 8
#define MOST    32
#define HORDE   40

struct goblin {
	uint32_t health;
};
struct blast {
	uint32_t radius;
};

TARN_OBJECT_TYPE_WITH(goblins, struct goblin, MOST, TARN_OBJECT_GROW, .step = 8);
static struct tarn_heap heap;
TARN_OBJECT_STORAGE_GROWING(the_goblins, goblins, AT_HOME, &heap, MOST);
TARN_OBJECT_POOL(blasts, struct blast, 6, TARN_OBJECT_REFUSE);

static uint64_t arena[1536 / 8];
static struct goblin *horde[HORDE];

static uint32_t commons_used(void)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(&heap, &stats);
	return stats.commons - stats.commons_free;
}

static void report(const char *when)
{
	struct tarn_object_stats stats;

	tarn_object_stats(&the_goblins.core, &stats);
	print_text(when);
	print_text(": goblins ");
	print_u64(stats.live);
	print_text(", places ");
	print_u64(stats.capacity);
	print_text(", chunks taken ");
	print_u64(stats.grown);
	print_text(", given back ");
	print_u64(stats.shrunk);
	print_text(", refused ");
	print_u64(stats.refused);
	print_newline();
}

static uint32_t explode(uint32_t blasts_wanted)
{
	uint32_t got = 0;

	while (blasts_wanted--)
		got += blasts_get(&blasts) != NULL;
	return got;
}

static uint32_t attack(void)
{
	uint32_t came = 0;

	for (uint32_t i = 0; i < HORDE; i++) {
		horde[i] = goblins_get(&the_goblins);
		came += horde[i] != NULL;
	}
	return came;
}

int main(void)
{
	uint32_t blasts_seen, came;

	if (tarn_init(&heap, arena, sizeof(arena), &tarn_table_commons, NULL) != TARN_OK)
		return 1;
	report("in peace");
	blasts_seen = explode(1000);
	came = attack();
	report("in battle");
	say_number("blasts seen of 1000", blasts_seen);
	promise(came == MOST, "a thousand blasts have kept no goblin away");
	promise(commons_used() > 0, "the horde stands on the commons");
	for (uint32_t i = HORDE; i-- > 0;) {
		if (horde[i])
			goblins_put(&the_goblins, horde[i]);
	}
	report("after it");
	promise(commons_used() == 0, "the commons have everything back");
	promise(tarn_object_check_all(NULL) == 0 && tarn_check(&heap, NULL) == 0, "all is sound");
	return 0;
}
