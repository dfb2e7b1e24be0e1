/* SPDX-License-Identifier: MIT
 * Blocks outside slots. Their users (object pools, a packed array, the demo's heap) write to them.
 * Tarn itself takes and gives back some of them: overflow chunks. The shadow knows them like any
 * other block. */
#ifndef SOAK_LOAN_H
#define SOAK_LOAN_H

#include "soak.h"

/* A number from 1 to SOAK_LOANS; 0: none. */
typedef uint32_t loan;

/* Enters the answer to a request for `size` bytes. Returns 0 if it was NULL, and rightly. */
loan loan_take(const void *block, uint32_t size, uint32_t align);

/* The block is given back. 0: nothing. */
void loan_give(loan which);

/* Does the block hold the `size` bytes at `object`? */
bool loan_holds(loan which, const void *object, uint32_t size);

void *loan_block(loan which);

/* Is this granule of the arena on loan? */
bool loan_covers(uint32_t granule);

/* At an audit: is each live, and as large as requested? */
void loan_audit(void);

#endif
