/* SPDX-License-Identifier: MIT
 * INJECT= for object pools. stand.c and pools.c call it only once the point is reached. */
#ifndef SOAK_INJECT_POOLS_H
#define SOAK_INJECT_POOLS_H

#include "stand.h"

/* Before a step with a pool: a misuse that suits it. */
void inject_misuse(struct stand *stand);

/* Replaces its get. */
struct thing *inject_get(struct stand *stand, uint32_t worth);

/* After the put of an object. */
void inject_put(struct stand *stand, struct thing *thing);

#endif
