/* SPDX-License-Identifier: MIT
 * Elements of all sizes and alignments. The compiler moves small ones, packed.c the others. */
#include "mob.h"

struct bytes_3 {
	unsigned char byte[3];
};
struct bytes_17 {
	unsigned char byte[17];
};
struct shorts {
	uint16_t half[9];
};
struct words_12 {
	uint32_t word[12];
};
struct words_16 {
	uint32_t word[16];
};
struct words_21 {
	uint32_t word[21];
};
struct longs {
	uint64_t word[5];
};
struct large {
	unsigned char byte[203];
};
#define TYPES(COLUMN, KEEP, SPARSE)     \
	COLUMN(struct bytes_3, column3) \
	COLUMN(struct shorts, halves)   \
	COLUMN(struct words_12, words)  \
	COLUMN(struct words_21, many)   \
	COLUMN(struct large, large)     \
	KEEP(struct bytes_17, kept17)   \
	KEEP(struct words_16, kept16)   \
	KEEP(struct longs, longs)       \
	KEEP(struct words_21, kept21)   \
	KEEP(struct large, kept)        \
	SPARSE(struct large, more, 3)
TARN_PACKED_DECLARE(types, TYPES);
struct types types;

#define EACH_COLUMN(what, index, seed)                                       \
	what(&types.column3[index], sizeof(types.column3[index]), (seed));   \
	what(&types.halves[index], sizeof(types.halves[index]), (seed) + 1); \
	what(&types.words[index], sizeof(types.words[index]), (seed) + 2);   \
	what(&types.many[index], sizeof(types.many[index]), (seed) + 3);     \
	what(&types.large[index], sizeof(types.large[index]), (seed) + 4);   \
	what(&types.kept17[index], sizeof(types.kept17[index]), (seed) + 5); \
	what(&types.kept16[index], sizeof(types.kept16[index]), (seed) + 6); \
	what(&types.longs[index], sizeof(types.longs[index]), (seed) + 7);   \
	what(&types.kept21[index], sizeof(types.kept21[index]), (seed) + 8); \
	what(&types.kept[index], sizeof(types.kept[index]), (seed) + 9)

static void holds(const void *place, size_t bytes, uint32_t seed)
{
	CHECK(unit_holds(place, bytes, seed));
}

/* Activates three elements, filled from seeds 100, 200 and 300, each with a sparse component. */
static bool three(void)
{
	if (!CHECK(types_init(&types, unit_arena(), unit_arena_bytes(), 3)))
		return false;
	for (uint32_t i = 0; i < 3; i++) {
		types_activate(&types);
		EACH_COLUMN(unit_fill, i, 100 * i + 100);
		tarn_attach(&types, more, i);
		unit_fill(&types.more.at[i], sizeof(struct large), i);
	}
	return true;
}

static void deactivation_moves_all_of_the_last(void)
{
	if (!three())
		return;
	CHECK(types_deactivate(&types, 0));
	EACH_COLUMN(holds, 0, 300);
	EACH_COLUMN(holds, 1, 200);
	holds(&types.more.at[tarn_find(&types, more, 0)], sizeof(struct large), 2);
	holds(&types.more.at[tarn_find(&types, more, 1)], sizeof(struct large), 1);
	CHECK_EQ(types_check(&types), 0);
}

static void a_swap_swaps_all_of_both(void)
{
	if (!three())
		return;
	CHECK(types_swap(&types, 1, 2));
	EACH_COLUMN(holds, 0, 100);
	EACH_COLUMN(holds, 1, 300);
	EACH_COLUMN(holds, 2, 200);
}

static void what_is_kept_is_kept_whole(void)
{
	if (!three())
		return;
	CHECK(types_deactivate(&types, 0));
	CHECK_EQ(types_activate(&types), 2);
	holds(&types.kept17[2], sizeof(types.kept17[2]), 105);
	holds(&types.kept16[2], sizeof(types.kept16[2]), 106);
	holds(&types.longs[2], sizeof(types.longs[2]), 107);
	holds(&types.kept21[2], sizeof(types.kept21[2]), 108);
	holds(&types.kept[2], sizeof(types.kept[2]), 109);
}

void do_elements_move_whole(void)
{
	CASE(deactivation_moves_all_of_the_last);
	CASE(a_swap_swaps_all_of_both);
	CASE(what_is_kept_is_kept_whole);
}
