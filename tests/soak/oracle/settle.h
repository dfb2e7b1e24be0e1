/* SPDX-License-Identifier: MIT
 * An empty heap, made as it is behind every other settling: whatever was before, what comes depends on
 * what is asked of it alone. */
#ifndef SOAK_SETTLE_H
#define SOAK_SETTLE_H

/* Every pool's free list, in ascending order. */
void settle_pools(void);

/* The pools, and the commons: taken whole, once, and given back. */
void settle(void);

#endif
