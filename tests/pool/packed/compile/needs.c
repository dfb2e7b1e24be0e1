/* SPDX-License-Identifier: MIT
 * Moves and swaps elements of all sizes and alignments. The compiler must do it without memcpy. */
#include "tarn_packed.h"

struct bytes_3 {
	unsigned char byte[3];
};
struct bytes_200 {
	unsigned char byte[200];
};
struct halves_8 {
	uint16_t half[8];
};
struct words_12 {
	uint32_t word[12];
};
struct words_16 {
	uint32_t word[16];
};
struct words_17 {
	uint32_t word[17];
};
struct longs_2 {
	uint64_t word[2];
};
struct longs_5 {
	uint64_t word[5];
};

#define LIST(COLUMN, KEEP, SPARSE)     \
	COLUMN(uint64_t, a)            \
	COLUMN(struct bytes_3, b)      \
	COLUMN(struct bytes_200, c)    \
	COLUMN(struct halves_8, d)     \
	COLUMN(struct words_12, e)     \
	COLUMN(struct words_16, f)     \
	COLUMN(struct words_17, g)     \
	COLUMN(struct longs_2, h)      \
	COLUMN(struct longs_5, i)      \
	KEEP(uint64_t, k)              \
	KEEP(struct bytes_3, l)        \
	KEEP(struct bytes_200, m)      \
	KEEP(struct halves_8, n)       \
	KEEP(struct words_12, o)       \
	KEEP(struct words_16, p)       \
	KEEP(struct longs_5, q)        \
	SPARSE(struct bytes_200, r, 3) \
	SPARSE(uint64_t, s, 3)         \
	SPARSE(uint64_t, t, 3)         \
	SPARSE(uint64_t, u, 3)         \
	SPARSE(uint64_t, v, 3)         \
	SPARSE(uint64_t, w, 3)         \
	SPARSE(uint64_t, x, 3)         \
	SPARSE(uint64_t, y, 3)
TARN_PACKED_DECLARE(types, LIST);

static bool before(const struct types *array, uint32_t i, uint32_t j)
{
	return array->a[i] < array->a[j];
}

static uint64_t sum(TARN_COMPONENTS(types, r, s, t, u, v, w, x, y))
{
	uint64_t all = 0;

	for (uint32_t k = 0; k < count; k++)
		all += r[k].byte[0] + s[k] + t[k] + u[k] + v[k] + w[k] + x[k] + y[k];
	return all;
}

uint32_t use(uint32_t i, uint32_t j, void *memory);
uint32_t use(uint32_t i, uint32_t j, void *memory)
{
	(void)!types_init(&types, memory, 100000, 9);
	types_activate(&types);
	types_swap(&types, i, j);
	types_deactivate(&types, i);
	types_sort(&types, before);
	tarn_group(&types, r, s, t, u, v, w, x, y);
	types.a[0] = sum(tarn_components(&types, r, s, t, u, v, w, x, y));
	types_clear(&types);
	return types_check(&types);
}
