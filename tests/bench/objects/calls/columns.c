/* SPDX-License-Identifier: MIT
 * Walks and sorts of a packed array, and groups; and an update by hand on plain arrays. */
#include "calls.h"
#include "random.h"
#include "tarn_packed.h"

#define HUNDRED 100
#define TIMES   16

#define DOTS(COLUMN, KEEP, SPARSE)       \
	COLUMN(uint32_t, key)            \
	COLUMN(int32_t, x)               \
	COLUMN(int32_t, dx)              \
	SPARSE(uint32_t, light, HUNDRED) \
	SPARSE(uint32_t, heat, HUNDRED)
TARN_PACKED_DECLARE(dots, DOTS);
TARN_PACKED_DEFINE(dots, DOTS, HUNDRED);

static struct {
	int32_t x[HUNDRED], dx[HUNDRED];
	uint32_t count;
} plain;

static uint32_t state = 1;

/* A hundred in both, keys in order. */
static uintptr_t in_order(void)
{
	while (dots_activate(&dots) != TARN_NONE)
		;
	plain.count = HUNDRED;
	for (uint32_t i = 0; i < HUNDRED; i++) {
		dots.key[i] = i;
		dots.x[i] = plain.x[i] = dots.dx[i] = plain.dx[i] = 0;
	}
	return 0;
}

static uintptr_t in_disorder(void)
{
	in_order();
	for (uint32_t i = 0; i < HUNDRED; i++)
		dots.key[i] = random_below(&state, 1u << 16);
	return 0;
}

/* ---- Walks ------------------------------------------------------------------------------ */

static inline void move_all(TARN_COLUMNS(dots, x, dx))
{
	for (uint32_t i = 0; i < count; i++)
		x[i] += dx[i];
}

MEASURED void moves(void)
{
	move_all(tarn_columns(&dots, x, dx));
}

MEASURED void plain_moves(void)
{
	int32_t *restrict x = plain.x;
	const int32_t *restrict dx = plain.dx;
	uint32_t count = plain.count;

	for (uint32_t i = 0; i < count; i++)
		x[i] += dx[i];
}

MEASURED void removes(void)
{
	for (uint32_t i = 0; i < dots.packed.count;) {
		if (dots.key[i] % 4 == 0)
			dots_deactivate(&dots, i);
		else
			i++;
	}
}

/* ---- Orders ----------------------------------------------------------------------------- */

static bool key_before(const struct dots *array, uint32_t i, uint32_t j)
{
	return array->key[i] < array->key[j];
}

MEASURED void sorts(void)
{
	dots_sort(&dots, key_before);
}

static void measure_all_of_them(void)
{
	static const struct call rows[] = {
		{"columns: update of 100", in_order, CALL(moves), NULL},
		{"by hand: columns: update of 100", in_order, CALL(plain_moves), NULL},
		{"columns: walk of 100 that removes 25", in_order, CALL(removes), NULL},
		{"columns: sort of 100", in_disorder, CALL(sorts), NULL},
		{"columns: sort of 100 in order", in_order, CALL(sorts), NULL},
	};

	measure_all(rows, sizeof(rows) / sizeof(rows[0]), TIMES);
}

/* ---- Groups ----------------------------------------------------------------------------- */

MEASURED uint32_t owners(void)
{
	return tarn_owner(&dots, light, 50);
}

MEASURED uint32_t siblings(void)
{
	return tarn_sibling(&dots, light, 50, heat);
}

MEASURED uint32_t enters(void)
{
	return tarn_attach(&dots, heat, 20);
}

MEASURED bool leaves(void)
{
	return tarn_detach(&dots, heat, 20);
}

static inline void warm_all(TARN_COMPONENTS(dots, light, heat))
{
	for (uint32_t k = 0; k < count; k++)
		light[k] += heat[k];
}

MEASURED void joins(void)
{
	warm_all(tarn_components(&dots, light, heat));
}

static uintptr_t joined(void)
{
	tarn_attach(&dots, heat, 20);
	return 0;
}

static uintptr_t parted(void)
{
	tarn_detach(&dots, heat, 20);
	return 0;
}

static void measure_groups(void)
{
	static const struct call rows[] = {
		{"sparse owner", NULL, CALL(owners), NULL},
		{"sparse sibling", NULL, CALL(siblings), NULL},
		{"group: attach", parted, CALL(enters), NULL},
		{"group: detach", joined, CALL(leaves), NULL},
		{"group: update of 100", joined, CALL(joins), NULL},
		{"by hand: group: update of 100", in_order, CALL(plain_moves), NULL},
	};

	in_order();
	for (uint32_t i = 0; i < HUNDRED; i++) {
		tarn_attach(&dots, light, i);
		tarn_attach(&dots, heat, i);
	}
	tarn_group(&dots, light, heat);
	measure_all(rows, sizeof(rows) / sizeof(rows[0]), TIMES);
}

void measure_columns(void)
{
	measure_all_of_them();
	measure_groups();
}
