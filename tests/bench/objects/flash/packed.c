/* SPDX-License-Identifier: MIT
 * A packed array on static memory, for its bytes of flash. Never run. */
#include "tarn_packed.h"

struct vector {
	int32_t x, y;
};

#define SPARKS(COLUMN, KEEP, SPARSE)    \
	COLUMN(struct vector, position) \
	COLUMN(struct vector, velocity)

TARN_PACKED_DECLARE(sparks, SPARKS);
TARN_PACKED_DEFINE(sparks, SPARKS, 16);
sparks_handle volatile kept;

void tarn_port_fault(const struct tarn_fault *fault)
{
	(void)fault;
}

void entry(void);
void entry(void)
{
	sparks_activate(&sparks);
	kept = sparks_handle_of(&sparks, 0);
	sparks_deactivate(&sparks, sparks_index(&sparks, kept));
}
