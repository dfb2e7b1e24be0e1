/* SPDX-License-Identifier: MIT
 * Rows on a board of little RAM: one histogram, so a workload runs once for each kind of call. */
#ifndef KIT_WANTED_H
#define KIT_WANTED_H

#include "rows.h"

/* From here on only these calls are kept. With OP_MALLOC also OP_MALLOC_FIRST, which comes before. */
void rows_want(enum op op);

#endif
