/* SPDX-License-Identifier: MIT
 * What it costs to deactivate an element (and to activate one, so that the array stays as full),
 * by its size; beside it what a walk pays to pass over one dead element of that size in a
 * flag-tested array. Their ratio says when the move has paid for itself. */
#include "loops.h"

#include "print.h"
#include "random.h"
#include "tarn_packed.h"

#define ARRAY_BYTES (UINT32_C(16) << 20) /* more than the nearest caches hold */
#define MOVES       20000u

struct cost {
	uint32_t bytes;
	uint64_t move_ps; /* picoseconds */
	uint64_t pass_ps;
};

static volatile uint32_t sink;

/* All for elements of `size` bytes. The flag is the element's first word. */
#define SIZE(size)                                                                           \
	struct element_##size {                                                              \
		uint32_t word[(size) / 4];                                                   \
	};                                                                                   \
	TARN_PACKED(array_##size, LIST_##size);                                              \
	static void measure_##size(struct cost *cost)                                        \
	{                                                                                    \
		static struct array_##size array;                                            \
		uint32_t n = ARRAY_BYTES / (size);                                           \
		uint64_t bytes = TARN_PACKED_BYTES(LIST_##size, n);                          \
		uint32_t state = 1, seen = 0;                                                \
		uint64_t start;                                                              \
		array_##size##_init(&array, memory_for(bytes), bytes, n);                    \
		while (array_##size##_activate(&array) != TARN_NONE)                         \
			array.at[array.packed.count - 1].word[0] = 0;                        \
		start = nanoseconds();                                                       \
		for (uint32_t i = 0; i < MOVES; i++) {                                       \
			array_##size##_deactivate(&array,                                    \
						  random_below(&state, array.packed.count)); \
			array_##size##_activate(&array);                                     \
		}                                                                            \
		cost->move_ps = (nanoseconds() - start) * 1000 / MOVES;                      \
		start = nanoseconds();                                                       \
		for (uint32_t i = 0; i < n; i++) {                                           \
			if (array.at[i].word[0])                                             \
				seen++;                                                      \
		}                                                                            \
		cost->pass_ps = (nanoseconds() - start) * 1000 / n;                          \
		cost->bytes = (size);                                                        \
		sink = seen;                                                                 \
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

static void (*const measure[])(struct cost *) = {
	measure_16,  measure_32,  measure_64,   measure_128,
	measure_256, measure_512, measure_1024, measure_4096,
};

void report_moves(void)
{
	for (uint32_t i = 0; i < sizeof(measure) / sizeof(measure[0]); i++) {
		struct cost cost;

		measure[i](&cost);
		print_text("moves     ");
		print_padded(cost.bytes, 5);
		print_text(" bytes  ns/move ");
		print_milli(cost.move_ps, 1);
		print_text("  ns/pass ");
		print_milli(cost.pass_ps, 2);
		print_text("  passes that pay one move ");
		print_u64((cost.move_ps + cost.pass_ps - 1) / (cost.pass_ps + !cost.pass_ps));
		print_newline();
	}
}
