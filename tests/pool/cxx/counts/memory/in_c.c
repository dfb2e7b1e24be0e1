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

#define ACTIVATE()        dots_activate(&dots)
#define DEACTIVATE(i)     dots_deactivate(&dots, i)
#define HANDLE_OF(i)      dots_handle_of(&dots, i)
#define INDEX(handle)     dots_index(&dots, handle)
#define SWAP(i, j)        dots_swap(&dots, i, j)
#define ATTACH(column, i) tarn_attach(&dots, column, i)
#define DETACH(column, i) tarn_detach(&dots, column, i)
#define FIND(column, i)   tarn_find(&dots, column, i)
#define COLUMN_OF(column) dots.column
#define ALLOC(bytes)      tarn_alloc(&heap, bytes)
#define FREE(block)       tarn_free(&heap, block)
#include "calls.h"

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
