/* SPDX-License-Identifier: MIT */
#include "tarn_tables.h"

#include "../bench.h"

#define CLASSES_MAX 16

struct sizes {
	uint8_t classes;
	uint16_t size[CLASSES_MAX];
};
static const struct sizes sizes_w1 = {1, {32}};
static const struct sizes sizes_w2 = {6, {16, 32, 48, 64, 128, 256}};
static const struct sizes sizes_w3 = {
	16, {8, 16, 24, 32, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 448, 512}};

static const struct sizes *fitted;
static struct tarn_class class[CLASSES_MAX];
static uint8_t map[TARN_MAP_ENTRIES];
static struct tarn_table table = {.size_class = class, .map = map};

static uint32_t live[CLASSES_MAX];
static uint32_t peak[CLASSES_MAX];

static uint32_t class_fitting(uint32_t size)
{
	uint32_t index = 0;

	while (fitted->size[index] < size)
		index++;
	return index;
}

static void leave(struct bench_slot *slot)
{
	live[class_fitting(slot->size)]--;
	slot->size = 0;
}

static void enter(struct bench_slot *slot, uint32_t size)
{
	uint32_t index = class_fitting(size);

	slot->size = (uint16_t)size;
	if (++live[index] > peak[index])
		peak[index] = live[index];
}

/* Run the workload without an allocator, and note the most live blocks of each class. */
static void find_peaks(enum load_kind kind, uint32_t arena)
{
	struct load load;

	for (uint32_t i = 0; i < CLASSES_MAX; i++)
		live[i] = peak[i] = 0;
	for (uint32_t i = 0; i < BENCH_BLOCKS_MAX; i++)
		bench_slot[i].size = 0;
	load_start(&load, kind, arena);
	for (uint32_t i = 0; i < LOAD_WARM_UP + LOAD_MEASURED; i++) {
		struct load_draw draw = load_next(&load);
		struct bench_slot *slot = &bench_slot[draw.slot];
		bool stays_full = !slot->size || draw.again || kind == LOAD_W1;

		if (slot->size)
			leave(slot);
		if (stays_full)
			enter(slot, draw.size);
	}
	if (kind == LOAD_W1)
		peak[0] = arena / 32;
}

/* Rounds `blocks` up so that the pool's bytes are a multiple of 256. Then no two pools meet within
 * one plane word, and every free costs the same (pool/internals.md). */
static uint32_t whole_words(uint32_t blocks, uint32_t size)
{
	uint32_t lowest = size & (0 - size);
	uint32_t step = lowest >= 32 * TARN_ALIGN ? 1 : 32 * TARN_ALIGN / lowest;

	return (blocks + step - 1) / step * step;
}

static void class_make(uint32_t index, uint32_t blocks, bool whole)
{
	uint32_t bytes = fitted->size[index] + TARN_RECORD;

	bytes = (bytes + TARN_ALIGN - 1) & (0u - TARN_ALIGN);
	class[index] = (struct tarn_class){
		.size = bytes,
		.blocks = whole ? whole_words(blocks, bytes) : blocks,
		.overflow = TARN_TO_LARGER | TARN_TO_LAST,
	};
}

static const struct tarn_table *table_of_classes(void)
{
	table.classes = fitted->classes;
	tarn_table_map(map, class, table.classes);
	return &table;
}

const struct tarn_table *tables_pools(enum load_kind kind, uint32_t arena, uint32_t permille)
{
	fitted = kind == LOAD_W1 ? &sizes_w1 : kind == LOAD_W2 ? &sizes_w2 : &sizes_w3;
	if (permille == 1000)
		find_peaks(kind, arena);
	for (uint32_t i = 0; i < fitted->classes; i++)
		class_make(i, peak[i] * permille / 1000, true);
	return table_of_classes();
}

const struct tarn_table *tables_equal(uint32_t blocks)
{
	fitted = &sizes_w3;
	for (uint32_t i = 0; i < fitted->classes; i++)
		class_make(i, blocks, false);
	return table_of_classes();
}

uint32_t tables_pools_size(uint32_t index)
{
	return fitted->size[index];
}

uint32_t tables_class(const struct tarn_table *of, uint32_t size)
{
	uint32_t index = 0;

	while (index < of->classes && of->size_class[index].size < size + TARN_RECORD)
		index++;
	return index;
}
