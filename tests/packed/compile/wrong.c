/* SPDX-License-Identifier: MIT
 * Compiles as it stands; with any of these names defined otherwise it must not. */
#include "tarn_packed.h"

#ifndef CAPACITY
#define CAPACITY 10
#endif
#ifndef HANDLE
#define HANDLE orcs
#endif
#ifndef ARRAY
#define ARRAY orcs
#endif
#ifndef COLUMN_NAME
#define COLUMN_NAME armour
#endif
#define PASTE(a, b)  PASTE_(a, b)
#define PASTE_(a, b) a##b

#ifndef TYPE
#define TYPE int
#endif
#ifndef KEPT
#define KEPT name
#endif
#ifndef MOST
#define MOST 3
#endif

struct nothing {
	char none[0];
};
struct sealed {
	const int wax;
	int letter[40];
};

#ifndef GROUPED
#define GROUPED shield
#endif
#ifndef LOOP_COLUMNS
#define LOOP_COLUMNS health
#endif

#define MONSTERS(COLUMN, KEEP, SPARSE) \
	COLUMN(TYPE, health)           \
	KEEP(char, KEPT)               \
	SPARSE(int, armour, MOST)      \
	SPARSE(int, shield, 3)
TARN_PACKED(orcs, MONSTERS);
TARN_PACKED(ghosts, MONSTERS);
TARN_PACKED_MEMORY(memory, MONSTERS, CAPACITY);

static inline uint32_t loop(TARN_COLUMNS(orcs, LOOP_COLUMNS))
{
	return health ? count : 0;
}

uint32_t use(struct orcs *the_orcs, struct ghosts *the_ghosts, orcs_handle orcs_id,
	     ghosts_handle ghosts_id);
uint32_t use(struct orcs *the_orcs, struct ghosts *the_ghosts, orcs_handle orcs_id,
	     ghosts_handle ghosts_id)
{
	uint32_t index = orcs_index(PASTE(the_, ARRAY), PASTE(HANDLE, _id));

	tarn_group(the_orcs, armour, GROUPED);
	loop(tarn_columns(PASTE(the_, ARRAY), LOOP_COLUMNS));
	(void)the_orcs, (void)the_ghosts, (void)orcs_id, (void)ghosts_id;
	return tarn_find(the_orcs, COLUMN_NAME, index) + memory[0];
}
