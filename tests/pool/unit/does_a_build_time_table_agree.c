/* SPDX-License-Identifier: MIT
 * The preprocessor computes the same for TARN_TABLE as the library does at run time. */
#include "questions.h"
#include "tarn_table.h"
#include "unit.h"

#define G ((uint32_t)TARN_ALIGN)
#define NOTHING(CLASS)
#if TARN_POOLS
#define ONE(CLASS) CLASS(3 * G, 5, 0, ANY_COMMONS)
#define DENSE(CLASS)                       \
	CLASS(1 * G, 1, 0, 0)              \
	CLASS(2 * G, 2, 0, TARN_TO_LARGER) \
	CLASS(3 * G, 3, 7, TARN_TO_LAST) CLASS(4 * G, 4, 0, 0) CLASS(9 * G, 0, 9, 0)
#define EDGES(CLASS)           \
	CLASS(31 * G, 1, 0, 0) \
	CLASS(32 * G, 1, 0, 0) \
	CLASS(63 * G, 1, 0, 0) CLASS(64 * G, 1, 0, 0) CLASS(65 * G, 1, 0, 0) CLASS(200 * G, 1, 0, 0)
#define MANY(CLASS) \
	CLASS(1 * G, 1025, 0, 0) CLASS(2 * G, 1024, 0, TARN_TO_LARGER) CLASS(3 * G, 0, 0, 0)
#define ALIGNED(CLASS)        \
	CLASS(3 * G, 5, 3, 0) \
	CLASS(64, 3, 9, ANY_COMMONS | TARN_ALIGNED(32)) CLASS(256, 2, 0, TARN_ALIGNED(128))
#else
#define MANY    NOTHING
#define ONE     NOTHING
#define DENSE   NOTHING
#define EDGES   NOTHING
#define ALIGNED NOTHING
#endif

TARN_TABLE(aligned, ALIGNED);
TARN_TABLE(nothing, NOTHING);
TARN_TABLE(one, ONE);
TARN_TABLE(dense, DENSE);
TARN_TABLE(edges, EDGES);
TARN_TABLE(many, MANY);

static void check_map(const struct tarn_table *table, uint32_t classes)
{
	uint8_t map[TARN_MAP_ENTRIES];

	CHECK_EQ(table->classes, classes);
	tarn_table_map(map, table->size_class, table->classes);
	for (uint32_t i = 0; i < TARN_MAP_ENTRIES; i++) {
		uint32_t first = 0;

		while (first < classes && table->size_class[first].size < i * G)
			first++;
		CHECK_EQ(map[i], first);
		CHECK_EQ(table->map[i], first);
	}
}

static void the_maps_agree(void)
{
	check_map(&nothing, 0);
	check_map(&tarn_table_default, tarn_table_default.classes);
	check_map(&tarn_table_commons, 0);
	NEED_POOLS;
	check_map(&one, 1);
	check_map(&dense, 5);
	check_map(&edges, 6);
}

/* The law of TARN_TABLE_FITS, for a variable arena. It expects these four names. */
#define LAW_OF(name, LIST)                                                                  \
	static uint32_t law_of_##name(uint32_t tarn_arena_)                                 \
	{                                                                                   \
		const uint32_t tarn_trim_ = (0 LIST(TARN_TRIM_)) / TARN_ALIGN * TARN_ALIGN; \
		const uint32_t tarn_classes_ = 0 LIST(TARN_ONE_);                           \
		const uint32_t tarn_bits_ = 0 LIST(TARN_BITS_);                             \
		const uint32_t tarn_pools_ = 0 LIST(TARN_POOLS_OF_);                        \
		const uint64_t pools = UINT64_C(0) LIST(TARN_POOL_);                        \
                                                                                            \
		return (uint32_t)(pools + TARN_METADATA_(pools));                           \
	}
LAW_OF(one, ONE)
LAW_OF(dense, DENSE)
LAW_OF(edges, EDGES)
LAW_OF(many, MANY)
LAW_OF(aligned, ALIGNED)

/* The law accepts an arena of `bytes`, or up to 8 KiB more, iff tarn_init accepts it. */
static void check_law(const struct tarn_table *table, uint32_t (*law)(uint32_t), uint32_t bytes)
{
	uint32_t end = bytes + 8192;

	for (; bytes <= unit_arena_bytes() && bytes <= end; bytes += 8) {
		enum tarn_status status = tarn_init(&unit_heap, unit_arena(), bytes, table, NULL);

		NEED(CHECK_EQ(status == TARN_OK, law(bytes) <= bytes));
	}
	tarn_forget(&unit_heap);
}

static void what_is_said_to_fit_fits(void)
{
	NEED_POOLS;
	check_law(&one, law_of_one, 256);
	check_law(&dense, law_of_dense, 256);
	check_law(&edges, law_of_edges, 256);
	check_law(&aligned, law_of_aligned, 256);
	check_law(&many, law_of_many, 3 * 1024 * G);
}

void does_a_build_time_table_agree(void)
{
	CASE(the_maps_agree);
	CASE(what_is_said_to_fit_fits);
}
