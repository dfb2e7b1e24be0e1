/* SPDX-License-Identifier: MIT
 * The array that most questions use: every kind of column, odd sizes, few elements. */
#ifndef TESTS_PACKED_MOB_H
#define TESTS_PACKED_MOB_H

#include "../unit/unit.h"
#include "tarn_packed.h"

struct blob { /* three bytes: not a multiple of a word */
	unsigned char byte[3];
};

#define MOB(COLUMN, KEEP, SPARSE) \
	COLUMN(uint32_t, name)    \
	COLUMN(struct blob, blob) \
	COLUMN(uint64_t, square)  \
	KEEP(uint32_t, buffer)    \
	SPARSE(uint16_t, armour, MOB_ARMOURS)
#define MOB_CAPACITY 6
#define MOB_ARMOURS  3
TARN_PACKED_DECLARE(mob, MOB);

/* Makes an empty array of MOB_CAPACITY, in memory full of rubbish. */
bool mob_fresh(void);

/* Activates an element called `name`. All its columns follow from the name. */
uint32_t mob_add(uint32_t name);

/* So many elements are live: their names go up from the first, and all columns fit the names. */
void mob_holds(uint32_t first, uint32_t count);

/* There was one fault of this kind. It names the array and no heap. */
#define EXPECT_MOB_FAULT(kind) mob_expect((kind), __FILE__, __LINE__)
static inline bool mob_expect(enum tarn_fault_kind kind, const char *file, int line)
{
	return unit_expect(kind, NULL, &mob.packed, file, line) &&
	       unit_same_text(unit_fault.name, "mob", "the fault's name", file, line);
}

#endif
