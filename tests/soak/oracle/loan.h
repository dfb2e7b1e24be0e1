/* SPDX-License-Identifier: MIT
 * Blocks that are in no slot: what stands on them (object pools, a packed array, the demo's heap)
 * writes to them, and some of them Tarn takes and gives back by itself: overflow chunks. The shadow
 * knows them like any other block. */
#ifndef SOAK_LOAN_H
#define SOAK_LOAN_H

#include "soak.h"

/* A number from 1 to LOANS; 0: none. */
typedef uint32_t loan;

/* Enter what a request for `size` bytes came to: a block, or NULL, rightly: then 0. */
loan loan_take(const void *block, uint32_t size, uint32_t align);

/* It is given back. 0: nothing. */
void loan_give(loan which);

/* Do `size` bytes at `object` lie in it? */
bool loan_holds(loan which, const void *object, uint32_t size);

void *loan_block(loan which);

/* Is this granule of the arena on loan? */
bool loan_covers(uint32_t granule);

/* At an audit: each is live and as large as was asked for. */
void loan_audit(void);

#endif
