/* SPDX-License-Identifier: MIT
 * A table for an arena, and a list of budgets: tables.list makes them wrong. It is also C++. */
#include "tarn_table.h"
#include "tarn_tag.h"

#ifndef BYTES
#define BYTES 4096
#endif

/* 64 classes, of 8 bytes and more. */
#define FOUR(CLASS, size)      \
	CLASS((size), 1, 0, 0) \
	CLASS((size) + 8, 1, 0, 0) CLASS((size) + 16, 1, 0, 0) CLASS((size) + 24, 1, 0, 0)
#define SIXTEEN(CLASS, size) \
	FOUR(CLASS, size)    \
	FOUR(CLASS, (size) + 32) FOUR(CLASS, (size) + 64) FOUR(CLASS, (size) + 96)
#define MOST(CLASS)       \
	SIXTEEN(CLASS, 8) \
	SIXTEEN(CLASS, 136) SIXTEEN(CLASS, 264) SIXTEEN(CLASS, 392)

#ifdef LIST
TARN_TABLE_EXTERN(table, LIST);
TARN_TABLE_FITS(table, LIST, BYTES);
#endif

#ifdef LIMITS
TARN_BUDGETS(mine, LIMITS);
#define CLASSES(CLASS) CLASS(32, 20, 0, 0)
TARN_BUDGETS_FIT(mine, LIMITS, CLASSES, BYTES);
const struct tarn_budget *first(void);
const struct tarn_budget *first(void)
{
	return mine;
}
#endif
