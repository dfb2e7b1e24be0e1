/* SPDX-License-Identifier: MIT
 * Level 3: freed blocks wait before they are reusable. See quarantine.c. */
#ifndef TARN_QUARANTINE_H
#define TARN_QUARANTINE_H

#include "heap.h"

/* Holds a freed block of `bytes` back. Returns as commons_give. Inside the lock. */
uint32_t quarantine_put(struct tarn_heap *heap, uint32_t offset, uint32_t index, uint32_t bytes);
/* Gives all blocks back. */
void quarantine_drain(struct tarn_heap *heap, void *caller);

#endif
