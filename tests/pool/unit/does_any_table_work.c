/* SPDX-License-Identifier: MIT */
#include "questions.h"
#include "unit.h"

/* Takes all blocks of all classes. They must not overlap, and nothing must be left. */
static void take_everything(const struct tarn_class *class, uint32_t classes)
{
	unsigned char *end = unit_arena();

	for (uint32_t i = 0; i < classes; i++) {
		for (uint32_t n = 0; n < class[i].blocks; n++) {
			unsigned char *block = tarn_alloc(&unit_heap, ROOM(class[i].size));

			NEED(CHECK(block != NULL));
			CHECK(block >= end);
			end = block + class[i].size;
			unit_fill(block, ROOM(class[i].size), n);
		}
		CHECK(tarn_alloc(&unit_heap, ROOM(class[i].size)) == NULL);
		CHECK_EQ(unit_live(&unit_heap, i), class[i].blocks);
	}
	CHECK_SOUND(&unit_heap);
}

/* An arena of exactly the size that the table needs holds all blocks of the table. */
static void a_table_that_fills_the_arena(void)
{
	const struct tarn_class class[] = {{BLOCK(8), 5, 0, 0},
					   {BLOCK(24), 7, 0, 0},
					   {BLOCK(40), 3, 0, 0},
					   {BLOCK(300), 1, 0, 0}};

	NEED_POOLS;
	uint32_t bytes = unit_needs(class, 4);

	SKIP_UNLESS(bytes <= unit_arena_bytes(), "the arena is too small");
	NEED(unit_make(&unit_heap, unit_arena(), bytes, class, 4));
	take_everything(class, 4);
}

static void sixteen_classes(void)
{
	struct tarn_class class[16];

	NEED_POOLS;
	for (uint32_t i = 0; i < 16; i++)
		class[i] = (struct tarn_class){BLOCK(8) + i * TARN_ALIGN, 1, 0, 0};
	uint32_t bytes = unit_needs(class, 16);

	SKIP_UNLESS(bytes <= unit_arena_bytes(), "the arena is too small");
	NEED(unit_make(&unit_heap, unit_arena(), bytes, class, 16));
	take_everything(class, 16);
	/* The smallest class, which is first, must not have taken requests of larger ones. */
	for (uint32_t i = 0; i < 16; i++)
		CHECK_EQ(unit_refused(&unit_heap, i), 1);
}

static void check_default(uint32_t bytes)
{
	struct tarn_heap_stats stats;
	struct tarn_misfit why;

	NEED(CHECK_EQ(tarn_init(&unit_heap, unit_arena(), bytes, &tarn_table_default, &why),
		      TARN_OK));
	tarn_heap_stats(&unit_heap, &stats);
	CHECK_EQ(stats.arena, bytes);
	CHECK_EQ(stats.metadata + stats.pools + stats.commons, bytes);
	CHECK(stats.pools <= bytes / 12);
	if (TARN_POOLS && bytes >= 16384)
		CHECK(stats.pools >= bytes / 24);
	for (uint32_t size = 1; size < bytes / 4; size = size * 3 + 1)
		CHECK(tarn_alloc(&unit_heap, size) != NULL);
	CHECK_SOUND(&unit_heap);
}

/* Tries every size that a board's arena may have, and every power of two up to 16 MB. */
static void the_default_table_fits_any_arena(void)
{
	NEED_COMMONS;
	for (uint32_t bytes = 2048; bytes <= 16384 && bytes <= unit_arena_bytes(); bytes += 592)
		check_default(bytes);
	for (uint32_t bytes = 2048; bytes <= 16u << 20 && bytes <= unit_arena_bytes(); bytes *= 2)
		check_default(bytes);
}

void does_any_table_work(void)
{
	CASE(a_table_that_fills_the_arena);
	CASE(sixteen_classes);
	CASE(the_default_table_fits_any_arena);
}
