/* SPDX-License-Identifier: MIT
 * The table in which every class has blocks for its own peak. */
#ifndef SIZE_GUARANTEE_H
#define SIZE_GUARANTEE_H

#include "demand.h"

/* Chooses at most `classes` classes whose pools take the fewest bytes. Requests aligned to more
 * than TARN_ALIGN belong to no pool: the commons serve them. */
void guarantee(const struct demand *demand, uint32_t classes, struct plan *plan);

#endif
