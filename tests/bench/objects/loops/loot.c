/* SPDX-License-Identifier: MIT
 * An AI component whose loot is used once in its life.
 *   fat      the loot is part of the component
 *   pointer  the component has a pointer to it
 *   split    hot and cold are columns under one index */
#include "loops.h"

#include <stddef.h>

#include "tarn_packed.h"

struct cold {
	int drop, least, most;
	double chance;
	char name[40];
};
struct hot {
	const void *animation;
	double energy;
	double goal[3];
};
struct fat {
	struct hot hot;
	struct cold cold;
};
struct pointing {
	struct hot hot;
	struct cold *cold;
};

#define FAT(COLUMN, KEEP, SPARSE) COLUMN(struct fat, ai)
#define POINTING(COLUMN, KEEP, SPARSE) \
	COLUMN(struct pointing, ai)    \
	COLUMN(struct cold, cold)
#define SPLIT(COLUMN, KEEP, SPARSE) \
	COLUMN(struct hot, ai)      \
	COLUMN(struct cold, loot)
TARN_PACKED_DECLARE(fats, FAT);
TARN_PACKED_DECLARE(pointings, POINTING);
TARN_PACKED_DECLARE(splits, SPLIT);

struct fats fats;
struct pointings pointings;
struct splits splits;

static void make(uint32_t elements, uint32_t percent)
{
	uint64_t bytes = TARN_PACKED_BYTES(POINTING, elements);
	const struct hot hot = {NULL, 1, {1, 2, 3}};

	(void)percent;
	must(fats_init(&fats, memory_for(bytes), bytes, elements));
	must(pointings_init(&pointings, memory_for(bytes), bytes, elements));
	must(splits_init(&splits, memory_for(bytes), bytes, elements));
	for (uint32_t i = 0; i < elements; i++) {
		fats.ai[fats_activate(&fats)].hot = hot;
		splits.ai[splits_activate(&splits)] = hot;
		pointings_activate(&pointings);
		pointings.ai[i].hot = hot;
		pointings.ai[i].cold = &pointings.cold[i];
	}
}

static inline void think(struct hot *hot)
{
	hot->energy += hot->goal[0] * hot->goal[1] + hot->goal[2];
}

static FRAME loot_fat(void)
{
	for (uint32_t i = 0; i < fats.packed.count; i++)
		think(&fats.ai[i].hot);
}

static FRAME loot_pointer(void)
{
	for (uint32_t i = 0; i < pointings.packed.count; i++)
		think(&pointings.ai[i].hot);
}

static FRAME loot_split(void)
{
	for (uint32_t i = 0; i < splits.packed.count; i++)
		think(&splits.ai[i]);
}

/* Of elements that begin with their hot part. */
static double sum_of(const void *first, size_t stride, uint32_t count)
{
	double sum = 0;

	for (uint32_t i = 0; i < count; i++)
		sum += ((const struct hot *)((const char *)first + i * stride))->energy;
	return sum;
}

static double fat_sum(void)
{
	return sum_of(fats.ai, sizeof(*fats.ai), fats.packed.count);
}

static double pointer_sum(void)
{
	return sum_of(pointings.ai, sizeof(*pointings.ai), pointings.packed.count);
}

static double split_sum(void)
{
	return sum_of(splits.ai, sizeof(*splits.ai), splits.packed.count);
}

const struct family loot = {
	"loot",
	make,
	{
		{"fat", loot_fat, fat_sum},
		{"pointer", loot_pointer, pointer_sum},
		{"split", loot_split, split_sum},
	},
};
