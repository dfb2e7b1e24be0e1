/* SPDX-License-Identifier: MIT
 * A whole program with an array on static memory. What it links is what the array costs. */
#include "tarn_packed.h"

struct vector {
	float x, y, z;
};
#define SPARKS(COLUMN, KEEP, SPARSE)    \
	COLUMN(struct vector, position) \
	COLUMN(struct vector, velocity) \
	COLUMN(uint16_t, frames)
TARN_PACKED_DECLARE(sparks, SPARKS);
TARN_PACKED_DEFINE(sparks, SPARKS, 100);

volatile uint32_t seen;

void tarn_port_fault(const struct tarn_fault *fault)
{
	seen = fault->kind;
}

#ifdef SECOND
#define EMBERS(COLUMN, KEEP, SPARSE) \
	COLUMN(uint32_t, heat)       \
	COLUMN(uint16_t, left)
TARN_PACKED_DECLARE(embers, EMBERS);
TARN_PACKED_DEFINE(embers, EMBERS, 50);

static void second(void)
{
	seen = embers_activate(&embers);
	for (uint32_t i = embers.packed.count; i-- > 0;) {
		if (--embers.left[i] == 0)
			embers_deactivate(&embers, i);
	}
}
#endif

void entry(void);
void entry(void)
{
	uint32_t spark = sparks_activate(&sparks);

#ifdef HANDLES
	sparks_handle handle = sparks_handle_of(&sparks, spark);

	spark = sparks_index(&sparks, handle);
#endif
	seen = spark;
	for (uint32_t i = sparks.packed.count; i-- > 0;) {
		if (--sparks.frames[i] == 0)
			sparks_deactivate(&sparks, i);
	}
#ifdef SECOND
	second();
#endif
}
