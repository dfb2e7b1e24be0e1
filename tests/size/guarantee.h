/* SPDX-License-Identifier: MIT
 * The table in which every class has blocks for its own peak, whenever that comes. */
#ifndef SIZE_GUARANTEE_H
#define SIZE_GUARANTEE_H

#include "demand.h"

/* At most `classes` classes, chosen so that their pools are the fewest bytes. What is aligned to more
 * than TARN_ALIGN is no pool's: it is left to the commons. */
void guarantee(const struct demand *demand, uint32_t classes, struct plan *plan);

#endif
