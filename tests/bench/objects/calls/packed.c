/* SPDX-License-Identifier: MIT
 * Packed arrays: activation, which moves nothing; deactivation, which moves one element, for
 * several sizes; columns, handles, sparse columns. */
#include "calls.h"
#include "tarn_packed.h"

#define ELEMENTS 4
#define TIMES    32

/* An element of `words` words, and its calls. The first element is deactivated, so that the last
 * one moves. */
#define SIZE(words)                                                                            \
	struct element_##words {                                                               \
		uint32_t word[words];                                                          \
	};                                                                                     \
	TARN_PACKED_DECLARE(packed_##words, LIST_##words);                                     \
	struct packed_##words packed_##words;                                                  \
	MEASURED uint32_t activate_##words(void)                                               \
	{                                                                                      \
		return packed_##words##_activate(&packed_##words);                             \
	}                                                                                      \
	MEASURED bool deactivate_##words(void)                                                 \
	{                                                                                      \
		return packed_##words##_deactivate(&packed_##words, 0);                        \
	}                                                                                      \
	static uintptr_t room_##words(void)                                                    \
	{                                                                                      \
		packed_##words##_deactivate(&packed_##words, 0);                               \
		return 0;                                                                      \
	}                                                                                      \
	static uintptr_t full_##words(void)                                                    \
	{                                                                                      \
		while (packed_##words##_activate(&packed_##words) != TARN_NONE)                \
			;                                                                      \
		return 0;                                                                      \
	}                                                                                      \
	static void measure_##words(const char *activate, const char *deactivate)              \
	{                                                                                      \
		const struct call on = {activate, room_##words, CALL(activate_##words), NULL}; \
		const struct call off = {deactivate, full_##words, CALL(deactivate_##words),   \
					 NULL};                                                \
		if (!packed_##words##_init(&packed_##words, memory, sizeof(memory), ELEMENTS)) \
			return;                                                                \
		full_##words();                                                                \
		measure(&on, TIMES);                                                           \
		measure(&off, TIMES);                                                          \
		packed_##words##_destroy(&packed_##words);                                     \
	}
#define LIST_4(COLUMN, KEEP, SPARSE)   COLUMN(struct element_4, at)
#define LIST_8(COLUMN, KEEP, SPARSE)   COLUMN(struct element_8, at)
#define LIST_16(COLUMN, KEEP, SPARSE)  COLUMN(struct element_16, at)
#define LIST_32(COLUMN, KEEP, SPARSE)  COLUMN(struct element_32, at)
#define LIST_64(COLUMN, KEEP, SPARSE)  COLUMN(struct element_64, at)
#define LIST_128(COLUMN, KEEP, SPARSE) COLUMN(struct element_128, at)

/* For the largest of them. */
static _Alignas(8) unsigned char memory[ELEMENTS * (512 + 12) + 64];

SIZE(4)
SIZE(8)
SIZE(16)
SIZE(32)
SIZE(64)
SIZE(128)

/* Five columns of one word, of which one is kept, and a sparse one. */
#define COLUMNS(COLUMN, KEEP, SPARSE) \
	COLUMN(int32_t, x)            \
	COLUMN(int32_t, y)            \
	COLUMN(int32_t, dx)           \
	COLUMN(int32_t, dy)
#define KEPT(COLUMN, KEEP, SPARSE) KEEP(struct element_4, at)
#define SPARSELY(COLUMN, KEEP, SPARSE) \
	COLUMN(struct element_4, at)   \
	SPARSE(uint32_t, light, 4)
TARN_PACKED_DECLARE(columns, COLUMNS);
TARN_PACKED_DECLARE(kept, KEPT);
TARN_PACKED_DECLARE(sparsely, SPARSELY);
struct columns columns;
struct kept kept;
struct sparsely sparsely;
static sparsely_handle handle;

MEASURED bool columns_off(void)
{
	return columns_deactivate(&columns, 0);
}
MEASURED bool kept_off(void)
{
	return kept_deactivate(&kept, 0);
}
MEASURED bool sparsely_off(void)
{
	return sparsely_deactivate(&sparsely, 0);
}
MEASURED uint32_t finds(void)
{
	return tarn_find(&sparsely, light, 1);
}
MEASURED uint32_t attaches(void)
{
	return tarn_attach(&sparsely, light, 2);
}
MEASURED bool detaches(void)
{
	return tarn_detach(&sparsely, light, 2);
}
MEASURED uint32_t resolves(void)
{
	return sparsely_index(&sparsely, handle);
}

#define FULL(name)                                          \
	static uintptr_t name##_full(void)                  \
	{                                                   \
		while (name##_activate(&name) != TARN_NONE) \
			;                                   \
		return 0;                                   \
	}
FULL(columns)
FULL(kept)
FULL(sparsely)

static uintptr_t with_light(void)
{
	sparsely_full();
	tarn_attach(&sparsely, light, 0);
	tarn_attach(&sparsely, light, 1);
	return 0;
}

static uintptr_t lit(void)
{
	tarn_attach(&sparsely, light, 2);
	return 0;
}

static uintptr_t unlit(void)
{
	tarn_detach(&sparsely, light, 2);
	return 0;
}

static void measure_sparse(void)
{
	static const struct call rows[] = {
		{"packed 16 B with a sparse one: deactivate", with_light, CALL(sparsely_off), NULL},
		{"packed index of a handle", NULL, CALL(resolves), NULL},
		{"sparse find", NULL, CALL(finds), NULL},
		{"sparse attach", unlit, CALL(attaches), NULL},
		{"sparse detach", lit, CALL(detaches), NULL},
	};

	if (!sparsely_init(&sparsely, memory, sizeof(memory), ELEMENTS))
		return;
	with_light();
	handle = sparsely_handle_of(&sparsely, 3);
	for (uint32_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		measure(&rows[i], TIMES);
}

void measure_packed(void)
{
	static const struct call four = {"packed 4 columns of 4 B: deactivate", columns_full,
					 CALL(columns_off), NULL};
	static const struct call keep = {"packed 16 B kept: deactivate", kept_full, CALL(kept_off),
					 NULL};

	measure_4("packed 16 B: activate", "packed 16 B: deactivate");
	measure_8("packed 32 B: activate", "packed 32 B: deactivate");
	measure_16("packed 64 B: activate", "packed 64 B: deactivate");
	measure_32("packed 128 B: activate", "packed 128 B: deactivate");
	measure_64("packed 256 B: activate", "packed 256 B: deactivate");
	measure_128("packed 512 B: activate", "packed 512 B: deactivate");
	if (columns_init(&columns, memory, sizeof(memory), ELEMENTS))
		measure(&four, TIMES);
	columns_destroy(&columns);
	if (kept_init(&kept, memory, sizeof(memory), ELEMENTS))
		measure(&keep, TIMES);
	kept_destroy(&kept);
	measure_sparse();
}
