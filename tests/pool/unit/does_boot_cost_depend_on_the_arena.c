/* SPDX-License-Identifier: MIT
 * Boot writes the metadata, 3 % of the arena. From level 2 on it fills the rest, too. The test
 * counts the bytes that changed, with two different poisons. So it also counts a byte that was
 * written with the value that it had. */
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

/* At level 1 boot writes only metadata: 8 bytes of planes for each 256 bytes of the arena, the
 * heads of the bins, and the records. From level 2 on it also writes the rest, but for the place of
 * the first run's links: its cost is linear. */
static void check_growth(const struct tarn_table *table)
{
	for (uint32_t bytes = 2048; bytes <= unit_arena_bytes() && bytes <= 16u << 20; bytes *= 2) {
		struct tarn_heap_stats stats;
		uint32_t written = bytes_written(bytes, table);

		tarn_heap_stats(&unit_heap, &stats);
		CHECK(stats.metadata <= bytes / 32 + 1200);
		if (TARN_HARDEN < 2) {
			CHECK(written <= stats.metadata);
			continue;
		}
		CHECK(written >= stats.pools + stats.commons - 8);
		CHECK(written <= bytes);
	}
}

static void a_table_costs_its_planes_at_boot(void)
{
	NEED_COMMONS;
	check_growth(&tarn_table_commons);
	check_growth(&tarn_table_default);
}

/* Its pools have a twelfth of the arena at most, and all sizes are served. */
static void the_default_table_fits_any_arena(void)
{
	NEED_COMMONS;
	for (uint32_t bytes = 2048; bytes <= 16384 && bytes <= unit_arena_bytes(); bytes += 592) {
		struct tarn_heap_stats stats;

		CHECK_EQ(tarn_init(&unit_heap, unit_arena(), bytes, NULL, NULL), TARN_OK);
		tarn_heap_stats(&unit_heap, &stats);
		CHECK_EQ(stats.metadata + stats.pools + stats.commons, bytes);
		CHECK(stats.pools <= bytes / 12);
		for (uint32_t size = 1; size < bytes / 4; size = size * 3 + 1)
			CHECK(tarn_alloc(&unit_heap, size) != NULL);
		CHECK_SOUND(&unit_heap);
	}
}

/* Does a pool's byte hold what boot leaves there? Level 1 leaves what was there. */
static bool left_by_boot(const unsigned char *pools, uint32_t at)
{
	static const uint32_t fill = 0x1deadb0b;
	const unsigned char *byte = (const unsigned char *)&fill;

	return pools[at] == (TARN_HARDEN < 2 ? 0xa5 : byte[at & 3]);
}

/* Pools are carved block by block: a request writes into no other block, and at level 1 boot into
 * none. */
static void pools_are_carved_as_they_are_used(void)
{
	struct tarn_heap_stats stats;

	NEED_POOLS;
	NEED(MAKE(1536, {BLOCK(24), 4, 96, 0}));
	tarn_heap_stats(&unit_heap, &stats);
	/* A granule lies between them and the commons. */
	unsigned char *pools = unit_arena() + 1536 - stats.pools -
			       (stats.commons ? stats.commons + TARN_ALIGN : 0);

	for (uint32_t i = 0; i < stats.pools; i++)
		CHECK(left_by_boot(pools, i));
	CHECK(tarn_alloc(&unit_heap, 1) != NULL);
	for (uint32_t i = BLOCK(24); i < stats.pools; i++)
		CHECK(left_by_boot(pools, i));
}

void does_boot_cost_depend_on_the_arena(void)
{
	CASE(a_table_costs_its_planes_at_boot);
	CASE(the_default_table_fits_any_arena);
	CASE(pools_are_carved_as_they_are_used);
}
