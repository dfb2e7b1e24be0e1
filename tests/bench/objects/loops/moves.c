/* SPDX-License-Identifier: MIT
 * What it costs to deactivate an element and activate one, for several sizes; and what a walk pays
 * to pass over a dead element of that size in a flag-tested array. Their ratio says after how many
 * walks the move has paid for itself. */
#include "loops.h"

#include "print.h"
#include "random.h"
#include "tarn_packed.h"

#define ARRAY_BYTES (UINT32_C(16) << 20) /* more than the nearest caches hold */
#define MOVES       20000u
#define TURNS       9

struct cost {
	uint64_t move_ps; /* picoseconds */
	uint64_t pass_ps;
};

static volatile uint32_t sink;
static uint32_t state = 1;

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Measures elements of `size` bytes, whose first word is the flag. The quickest turn counts,
 * because any disturbance makes it slower. */
#define SIZE(size)                                                                            \
	struct element_##size {                                                               \
		uint32_t word[(size) / 4];                                                    \
	};                                                                                    \
	TARN_PACKED_DECLARE(array_##size, LIST_##size);                                       \
	struct array_##size array_##size;                                                     \
	static void make_##size(void)                                                         \
	{                                                                                     \
		uint32_t n = ARRAY_BYTES / (size);                                            \
		uint64_t bytes = TARN_PACKED_BYTES(LIST_##size, n);                           \
		must(array_##size##_init(&array_##size, memory_for(bytes), bytes, n));        \
		while (array_##size##_activate(&array_##size) != TARN_NONE)                   \
			array_##size.at[array_##size.packed.count - 1].word[0] = 0;           \
	}                                                                                     \
	static void measure_##size(struct cost *cost)                                         \
	{                                                                                     \
		uint32_t n = array_##size.packed.count;                                       \
		uint32_t seen = 0;                                                            \
		uint64_t start = nanoseconds();                                               \
		for (uint32_t i = 0; i < MOVES; i++) {                                        \
			array_##size##_deactivate(&array_##size, random_below(&state, n));    \
			array_##size##_activate(&array_##size);                               \
		}                                                                             \
		cost->move_ps = least(cost->move_ps, (nanoseconds() - start) * 1000 / MOVES); \
		start = nanoseconds();                                                        \
		for (uint32_t i = 0; i < n; i++)                                              \
			seen += array_##size.at[i].word[0] != 0;                              \
		cost->pass_ps = least(cost->pass_ps, (nanoseconds() - start) * 1000 / n);     \
		sink = seen;                                                                  \
	}
#define LIST_16(COLUMN, KEEP, SPARSE)   COLUMN(struct element_16, at)
#define LIST_32(COLUMN, KEEP, SPARSE)   COLUMN(struct element_32, at)
#define LIST_64(COLUMN, KEEP, SPARSE)   COLUMN(struct element_64, at)
#define LIST_128(COLUMN, KEEP, SPARSE)  COLUMN(struct element_128, at)
#define LIST_256(COLUMN, KEEP, SPARSE)  COLUMN(struct element_256, at)
#define LIST_512(COLUMN, KEEP, SPARSE)  COLUMN(struct element_512, at)
#define LIST_1024(COLUMN, KEEP, SPARSE) COLUMN(struct element_1024, at)
#define LIST_4096(COLUMN, KEEP, SPARSE) COLUMN(struct element_4096, at)
SIZE(16)
SIZE(32)
SIZE(64)
SIZE(128)
SIZE(256)
SIZE(512)
SIZE(1024)
SIZE(4096)

static const struct {
	uint32_t bytes;
	void (*make)(void);
	void (*measure)(struct cost *cost);
} sizes[] = {
	{16, make_16, measure_16},       {32, make_32, measure_32},
	{64, make_64, measure_64},       {128, make_128, measure_128},
	{256, make_256, measure_256},    {512, make_512, measure_512},
	{1024, make_1024, measure_1024}, {4096, make_4096, measure_4096},
};
#define SIZES (sizeof(sizes) / sizeof(sizes[0]))

void report_moves(void)
{
	struct cost costs[SIZES];

	for (uint32_t i = 0; i < SIZES; i++) {
		sizes[i].make();
		costs[i] = (struct cost){UINT64_MAX, UINT64_MAX};
	}
	for (uint32_t turn = 0; turn < TURNS; turn++) {
		for (uint32_t i = 0; i < SIZES; i++)
			sizes[i].measure(&costs[i]);
	}
	for (uint32_t i = 0; i < SIZES; i++) {
		const struct cost *cost = &costs[i];

		print_text("moves     ");
		print_padded(sizes[i].bytes, 5);
		print_text(" bytes  ns/move ");
		print_milli(cost->move_ps, 1);
		print_text("  ns/pass ");
		print_milli(cost->pass_ps, 2);
		print_text("  passes that cost as much as a move ");
		print_u64((cost->move_ps + cost->pass_ps - 1) / (cost->pass_ps + !cost->pass_ps));
		print_newline();
	}
}
