/* SPDX-License-Identifier: MIT
 * Rows for a board with little RAM: there is one histogram, so a workload runs once for each kind
 * of call. */
#ifndef KIT_WANTED_H
#define KIT_WANTED_H

#include "rows.h"

/* From now on the histogram takes only these calls. OP_MALLOC stands for OP_MALLOC_FIRST, too,
 * whose row comes before. */
void rows_want(enum op op);

#endif
