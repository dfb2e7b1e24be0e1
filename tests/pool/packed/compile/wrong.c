/* SPDX-License-Identifier: MIT
 * It compiles as it is. If any of these names is defined otherwise, it must not compile. */
#include "tarn_packed.h"

#ifndef TYPE
#define TYPE int
#endif
#ifndef KEPT
#define KEPT name
#endif
#ifndef MOST
#define MOST 3
#endif
#ifndef CAPACITY
#define CAPACITY 10
#endif
#ifndef DEFINED
#define DEFINED MONSTERS
#endif
#ifndef GROUPED
#define GROUPED shield
#endif
#ifndef LOOP_COLUMNS
#define LOOP_COLUMNS health
#endif
#ifndef CALL
#define CALL orcs_swap(&orcs, 0, 1)
#endif

struct flexible {
	int length;
	char text[];
};
struct nothing {
	__extension__ char none[0];
};
struct sealed {
	const int wax;
	int letter[40];
};
struct loot {
	int gold;
};
struct trap {
	int depth;
};
#define MONSTERS(COLUMN, KEEP, SPARSE) \
	COLUMN(TYPE, health)           \
	COLUMN(struct loot *, loot)    \
	KEEP(char, KEPT)               \
	SPARSE(int, armour, MOST)      \
	SPARSE(int, shield, 3)
#define OTHERS(COLUMN, KEEP, SPARSE) COLUMN(TYPE, health)
#define GHOSTS(COLUMN, KEEP, SPARSE) COLUMN(int, health)

#ifdef INSIDE
void inside(void);
void inside(void)
{
	TARN_PACKED_DECLARE(orcs, MONSTERS);
	TARN_PACKED_DEFINE(orcs, MONSTERS, CAPACITY);
}
#else
TARN_PACKED_DECLARE(orcs, MONSTERS);
#ifdef DEFINED_INSIDE
void inside(void);
void inside(void)
{
	TARN_PACKED_DEFINE(orcs, MONSTERS, CAPACITY);
}
#else
TARN_PACKED_DEFINE(orcs, DEFINED, CAPACITY);
#endif
TARN_PACKED_DECLARE(ghosts, GHOSTS);

#pragma GCC diagnostic ignored "-Wunused-parameter" /* so that the columns' names are free */
static inline uint32_t loop(TARN_COLUMNS(orcs, LOOP_COLUMNS))
{
	return count;
}

void use(uint32_t i, ghosts_handle ghost, struct trap *trap);
void use(uint32_t i, ghosts_handle ghost, struct trap *trap)
{
	(void)i, (void)ghost, (void)trap;
	tarn_group(&orcs, armour, GROUPED);
	loop(tarn_columns(&orcs, LOOP_COLUMNS));
	CALL;
}
#endif

#ifdef OLD
OLD;
#endif
