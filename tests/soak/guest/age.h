/* SPDX-License-Identifier: MIT
 * WRAP=1: a run that begins as if it had been running for more than an hour. The count of
 * operations, the clock and Tarn's own counters are about to pass 2^32. */
#ifndef SOAK_AGE_H
#define SOAK_AGE_H

#include <stdbool.h>
#include <stdint.h>

#define AGE_OPS (UINT64_C(0x100000000) - 20000)
#define AGE_MS  (UINT64_C(0x100000000) - 1000)

/* Ages the default heap, which must be empty, and the shadow with it. */
void age_heap(void);

/* A 64-bit counter of the heap says `told`, and its low 32 bits are known to be right. Are its high
 * bits right, too? Always true in a run that was not aged. */
bool age_plausible(uint64_t told);

#endif
