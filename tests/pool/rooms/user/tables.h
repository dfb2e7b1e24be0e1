/* SPDX-License-Identifier: MIT
 * The macros of tables and budgets, as user.c and user.cc expand them. */
#include "tarn_table.h"
#include "tarn_tag.h"

#define CLASSES(CLASS)                    \
	CLASS(16, 24, 0, TARN_TO_COMMONS) \
	CLASS(64, 6, 10, TARN_TO_LARGER)  \
	CLASS(128, 2, 0, TARN_REFUSE)
TARN_TABLE_EXTERN(table, CLASSES);
TARN_TABLE_FITS(table, CLASSES, 4096);
#define BUDGETS(TAG) TAG(network, 300) TAG(music, TARN_NO_LIMIT)
TARN_BUDGETS(budgets, BUDGETS);
TARN_BUDGETS_FIT(budgets, BUDGETS, CLASSES, 4096);
