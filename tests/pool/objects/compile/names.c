/* SPDX-License-Identifier: MIT
 * A program's own names, which the headers must not hide, whatever warnings are on. */
#include "tarn_packed.h"
#include "tarn_scene.h"
#include "tarn_table.h"
#include "tarn_variant.h"

struct tarn_heap heap;
int pool, object, call, init, context, handle, at, initial, maximum, bytes, capacity, head, event;
int array, memory, index_of_it, last, used, held, broken, slot, sizes, waste;

typedef struct {
	int x;
} thing;

#define COLUMNS(COLUMN, KEPT, SPARSE) \
	COLUMN(float, x)              \
	KEPT(uint32_t, y)             \
	SPARSE(uint64_t, z, 4)
#define KINDS(VARIANT, name)      \
	VARIANT(name, whole, int) \
	VARIANT(name, half, short)

static uint32_t worth(const thing *one)
{
	return (uint32_t)one->x;
}

TARN_OBJECT_TYPE(crowd, thing, 8, TARN_OBJECT_GROW);
TARN_OBJECT_POOL(boss, thing, 1, TARN_OBJECT_NEVER);
TARN_OBJECT_POOL_WITH(rows, thing, 4, TARN_OBJECT_ROB_LEAST, .score = worth);
TARN_VARIANTS(kinds, KINDS, 4, TARN_OBJECT_REFUSE);
TARN_PACKED_DECLARE(parts, COLUMNS);
TARN_PACKED_DEFINE(parts, COLUMNS, 8);

extern int program(void);
int program(void)
{
	return boss_get(&boss) && rows_get(&rows) && kinds_get_half(&kinds) && parts.packed.count;
}
