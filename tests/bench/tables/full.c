/* SPDX-License-Identifier: MIT
 * Small pools, each of whole plane words, all but always empty: so that nearly every request is one that its
 * pool cannot serve, and the commons do. What does that cost at its worst? */
#include "tarn_table.h"

#define CLASSES(CLASS)                    \
	CLASS(16, 16, 0, TARN_TO_COMMONS) \
	CLASS(32, 8, 0, TARN_TO_COMMONS)  \
	CLASS(56, 32, 0, TARN_TO_COMMONS) \
	CLASS(128, 2, 0, TARN_TO_COMMONS) \
	CLASS(256, 1, 0, TARN_TO_COMMONS) \
	CLASS(512, 1, 0, TARN_TO_COMMONS)
TARN_TABLE_EXTERN(tarn_malloc_table, CLASSES);
