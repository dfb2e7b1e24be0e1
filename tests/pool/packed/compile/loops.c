/* SPDX-License-Identifier: MIT
 * The loops that tests/pool/packed/loops examines. Each `loop_...` is written as tarn_packed.h
 * advises. `field_four` is the same loop on the fields of the struct: there a store may change the
 * count, or another column. */
#include "tarn_packed.h"

#define MOTES(COLUMN, KEEP, SPARSE) \
	COLUMN(uint32_t, a)         \
	COLUMN(uint32_t, b)         \
	COLUMN(uint32_t, c)         \
	COLUMN(uint32_t, d)         \
	COLUMN(int8_t, small)       \
	SPARSE(uint32_t, x, 100)    \
	SPARSE(uint32_t, y, 100)
TARN_PACKED_DECLARE(motes, MOTES);

void loop_one(TARN_COLUMNS(motes, a), uint32_t by);
void loop_one(TARN_COLUMNS(motes, a), uint32_t by)
{
	for (uint32_t i = 0; i < count; i++)
		a[i] += by;
}

void loop_four(TARN_COLUMNS(motes, a, b, c, d));
void loop_four(TARN_COLUMNS(motes, a, b, c, d))
{
	for (uint32_t i = 0; i < count; i++) {
		a[i] += b[i];
		c[i] += d[i];
		b[i] += 1;
		d[i] ^= 1;
	}
}

void field_four(struct motes *motes);
void field_four(struct motes *motes)
{
	for (uint32_t i = 0; i < motes->packed.count; i++) {
		motes->a[i] += motes->b[i];
		motes->c[i] += motes->d[i];
		motes->b[i] += 1;
		motes->d[i] ^= 1;
	}
}

/* A store of a char may change anything, also the column's address. */
void loop_small(TARN_COLUMNS(motes, small));
void loop_small(TARN_COLUMNS(motes, small))
{
	for (uint32_t i = 0; i < count; i++)
		small[i] = (int8_t)(small[i] + 1);
}

void loop_joined(TARN_COMPONENTS(motes, x, y));
void loop_joined(TARN_COMPONENTS(motes, x, y))
{
	for (uint32_t k = 0; k < count; k++)
		x[k] += y[k];
}
