/* SPDX-License-Identifier: MIT
 * A table that must fit its arena, or the build fails: BLOCKS and SIZE decide (tests/link/refuse). */
#include "tarn_table.h"

#ifndef SHARE
#define SHARE 0
#endif
#ifndef SIZE
#define SIZE   32
#define BLOCKS 100
#endif

#define CLASSES(CLASS)                    \
	CLASS(16, 10, 0, TARN_TO_COMMONS) \
	CLASS(SIZE, BLOCKS, SHARE, TARN_REFUSE)

TARN_TABLE_EXTERN(table, CLASSES);
TARN_TABLE_FITS(table, CLASSES, 16 * 1024);
