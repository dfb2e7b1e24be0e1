/* SPDX-License-Identifier: MIT
 * Boot writes the metadata, 3 % of the arena, and one run's links. The test counts the bytes that
 * changed, with two different poisons. So it also counts a byte that was written with the value
 * that it had. */
#include "questions.h"
#include "unit.h"

static uint32_t bytes_written(uint32_t bytes, const struct tarn_table *table)
{
	unsigned char *arena = unit_arena();
	uint32_t written = 0;

	for (uint32_t pass = 0; pass < 2; pass++) {
		unsigned char poison = pass ? 0x5a : 0xa5;

		for (uint32_t i = 0; i < bytes; i++)
			arena[i] = poison;
		CHECK_EQ(tarn_init(&unit_heap, arena, bytes, table, NULL), TARN_OK);
		uint32_t changed = 0;
		for (uint32_t i = 0; i < bytes; i++)
			changed += arena[i] != poison;
		written = changed > written ? changed : written;
	}
	return written;
}

/* Boot writes only metadata and the links of the one free run. The metadata are 8 bytes of planes
 * for each 256 bytes of the arena, the heads of the bins, and the records. */
static void check_growth(const struct tarn_table *table)
{
	for (uint32_t bytes = 2048; bytes <= unit_arena_bytes() && bytes <= 16u << 20; bytes *= 2) {
		struct tarn_heap_stats stats;
		uint32_t written = bytes_written(bytes, table);

		tarn_heap_stats(&unit_heap, &stats);
		CHECK(written <= stats.metadata + 8);
		CHECK(written <= bytes / 32 + 1200);
	}
}

static void the_commons_cost_their_planes_at_boot(void)
{
	NEED_COMMONS;
	check_growth(&tarn_table_commons);
}

static void the_default_table_costs_its_planes_at_boot(void)
{
	NEED_COMMONS;
	check_growth(&tarn_table_default);
}

/* Pools are carved block by block. Making a heap writes nothing into them. */
static void pools_are_carved_as_they_are_used(void)
{
	struct tarn_heap_stats stats;

	NEED_POOLS;
	if (!MAKE(1536, {BLOCK(24), 4, 96, 0}))
		return;
	tarn_heap_stats(&unit_heap, &stats);
	unsigned char *pools = unit_arena() + 1536 - stats.commons - stats.pools;

	for (uint32_t i = 0; i < stats.pools; i++)
		CHECK_EQ(pools[i], 0xa5);
	CHECK(tarn_alloc(&unit_heap, 1) != NULL);
	for (uint32_t i = BLOCK(24); i < stats.pools; i++)
		CHECK_EQ(pools[i], 0xa5);
}

void does_boot_cost_depend_on_the_arena(void)
{
	CASE(the_commons_cost_their_planes_at_boot);
	CASE(the_default_table_costs_its_planes_at_boot);
	CASE(pools_are_carved_as_they_are_used);
}
