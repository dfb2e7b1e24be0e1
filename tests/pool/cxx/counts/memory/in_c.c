/* SPDX-License-Identifier: MIT
 * The rows of C: a packed array, and a heap. */
#include "../counts.h"
#include "tarn_packed.h"

#define DOTS(COLUMN, KEEP, SPARSE)       \
	COLUMN(uint32_t, key)            \
	COLUMN(int32_t, x)               \
	COLUMN(int32_t, dx)              \
	SPARSE(uint32_t, light, HUNDRED) \
	SPARSE(uint32_t, heat, HUNDRED)
TARN_PACKED_DECLARE(dots, DOTS);
TARN_PACKED_DEFINE(dots, DOTS, HUNDRED);

static dots_handle handle;
static struct tarn_heap heap;
static _Alignas(16) unsigned char arena[8192];

/* The function must exist, whatever the compiler thinks of it. */
#define MEASURED static __attribute__((noinline))

/* ---- What is measured ---- */

MEASURED uint32_t activates(void)
{
	return dots_activate(&dots);
}

MEASURED bool deactivates(void)
{
	return dots_deactivate(&dots, 0);
}

MEASURED uint32_t resolves(void)
{
	return dots_index(&dots, handle);
}

MEASURED uint32_t swaps(void)
{
	return dots_swap(&dots, 3, 7);
}

MEASURED uint32_t attaches(void)
{
	return tarn_attach(&dots, light, 50);
}

MEASURED bool detaches(void)
{
	return tarn_detach(&dots, light, 50);
}

MEASURED uint32_t finds(void)
{
	return tarn_find(&dots, light, 20);
}

static inline void move_all(TARN_COLUMNS(dots, x, dx))
{
	for (uint32_t i = 0; i < count; i++)
		x[i] += dx[i];
}

MEASURED void moves(void)
{
	move_all(tarn_columns(&dots, x, dx));
}

static inline void warm_all(TARN_COMPONENTS(dots, light, heat))
{
	for (uint32_t k = 0; k < count; k++)
		light[k] += heat[k];
}

MEASURED void warms(void)
{
	warm_all(tarn_components(&dots, light, heat));
}

MEASURED void removes(void)
{
	for (uint32_t i = dots.packed.count; i-- > 0;) {
		if (dots.key[i] % 4 == 0)
			dots_deactivate(&dots, i);
	}
}

static bool key_before(const struct dots *array, uint32_t i, uint32_t j)
{
	return array->key[i] < array->key[j];
}

MEASURED void sorts(void)
{
	dots_sort(&dots, key_before);
}

MEASURED void *allocates(void)
{
	return tarn_alloc(&heap, 40);
}

MEASURED void frees(void *block)
{
	tarn_free(&heap, block);
}

/* As a container does: it computes the size, and continues only with a block. */
MEASURED uint32_t *allocates_many(uint32_t many)
{
	size_t bytes;
	void *block;

	if (__builtin_mul_overflow((size_t)many, sizeof(uint32_t), &bytes))
		bytes = SIZE_MAX;
	block = tarn_alloc(&heap, bytes);
	if (!block)
		__builtin_trap();
	return block;
}

MEASURED void gives_back(uint32_t *block)
{
	tarn_free(&heap, block);
}

/* ---- What comes before, and after ---- */

static uintptr_t hundred(void)
{
	while (dots_activate(&dots) != TARN_NONE)
		;
	for (uint32_t i = 0; i < HUNDRED; i++) {
		dots.key[i] = (i * 37) % HUNDRED;
		dots.x[i] = dots.dx[i] = 0;
	}
	return 0;
}

static uintptr_t room(void)
{
	hundred();
	dots_deactivate(&dots, 0);
	return 0;
}

static uintptr_t dark(void)
{
	hundred();
	tarn_detach(&dots, light, 50);
	return 0;
}

static uintptr_t lit(void)
{
	hundred();
	for (uint32_t i = 0; i < HUNDRED; i++) {
		tarn_attach(&dots, light, i);
		tarn_attach(&dots, heat, i);
	}
	handle = dots_handle_of(&dots, 20);
	return 0;
}

static uintptr_t one(void)
{
	return (uintptr_t)tarn_alloc(&heap, 40);
}

static uintptr_t many(void)
{
	return 10;
}

static void back(uintptr_t block)
{
	tarn_free(&heap, (void *)block);
}

static const struct row rows[] = {
#include "rows.h"
};

const struct row *c_row(uint32_t i)
{
	if (i == 0) {
		if (tarn_init(&heap, arena, sizeof(arena), &tarn_table_default, NULL) != TARN_OK)
			return NULL;
		lit();
		tarn_group(&dots, light, heat);
	}
	return row_at(rows, sizeof(rows) / sizeof(rows[0]), i);
}
