/* SPDX-License-Identifier: MIT
 * Brings an empty heap into the same state each time. What happens next then depends only on the
 * requests, not on what was before. */
#ifndef SOAK_SETTLE_H
#define SOAK_SETTLE_H

/* Brings every class's pools into the same order. */
void settle_pools(void);

/* Settles the pools, and the commons: takes them whole, once, and gives them back. */
void settle(void);

#endif
