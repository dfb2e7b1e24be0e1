/* SPDX-License-Identifier: MIT
 * Of all macros that a program expands in its own files, those that stand in a header. */
#include "tarn_packed.h"
#include "tarn_variant.h"

struct thing {
	uint32_t a, b;
	float c;
};
TARN_OBJECT_DECLARE(shared, struct thing, 4, TARN_OBJECT_REFUSE);
TARN_OBJECT_DECLARE_TYPE(types, struct thing, 4, TARN_OBJECT_ROB_OLDEST);

#define KINDS(VARIANT, pool)               \
	VARIANT(pool, whole, struct thing) \
	VARIANT(pool, half, uint16_t)
TARN_VARIANTS_DECLARE(kinds, KINDS, 4, TARN_OBJECT_REFUSE);

#define COLUMNS(COLUMN, KEEP, SPARSE) \
	COLUMN(struct thing, thing)   \
	COLUMN(uint8_t, age)          \
	KEEP(void *, buffer)          \
	SPARSE(double, glow, 3)
TARN_PACKED_DECLARE(rows, COLUMNS);
