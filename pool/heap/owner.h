/* SPDX-License-Identifier: MIT
 * Whose is the memory that a program gives? A program that has the default heap alone never asks,
 * and links none of it. */
#ifndef TARN_OWNER_H
#define TARN_OWNER_H

#include "heap.h"

/* Is any of it somebody's who does not give it? Outside the lock. */
bool memory_taken(const void *memory, size_t bytes);

/* Who is asked: NULL as long as nobody needs to be. A room whose records own memory as well sets
 * its own, which asks heaps_own too. */
typedef bool memory_owner(uintptr_t start, uintptr_t end);
extern memory_owner *memory_owners;
/* Does it overlap a heap's arena, but for a single live block, whose owner may give it? */
bool heaps_own(uintptr_t start, uintptr_t end);

#endif
