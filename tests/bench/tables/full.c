/* SPDX-License-Identifier: MIT
 * Pools with so few blocks that they are nearly always empty. So the commons serve most requests,
 * after the pool was asked. What does that cost at its worst? Each pool fills whole plane words. */
#include "tarn_table.h"

#define CLASSES(CLASS)                    \
	CLASS(16, 16, 0, TARN_TO_COMMONS) \
	CLASS(32, 8, 0, TARN_TO_COMMONS)  \
	CLASS(56, 32, 0, TARN_TO_COMMONS) \
	CLASS(128, 2, 0, TARN_TO_COMMONS) \
	CLASS(256, 1, 0, TARN_TO_COMMONS) \
	CLASS(512, 1, 0, TARN_TO_COMMONS)
TARN_TABLE_EXTERN(tarn_malloc_table, CLASSES);
