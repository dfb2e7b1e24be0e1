/* SPDX-License-Identifier: MIT
 * INJECT= for object pools, where stand.c lets it in: only once the point is reached. */
#ifndef SOAK_INJECT_POOLS_H
#define SOAK_INJECT_POOLS_H

#include "stand.h"

/* Before a step with a pool: a misuse that it is fit for. */
void inject_misuse(struct stand *stand);

/* In the place of its get. */
struct thing *inject_get(struct stand *stand, uint32_t worth);

/* Behind the put of an object. */
void inject_put(struct stand *stand, struct thing *thing);

#endif
