/* SPDX-License-Identifier: MIT
 * WRAP=1: a run that begins as if it had been going for an hour and more: the count of operations,
 * the clock and Tarn's own counters are about to pass 2^32. */
#ifndef SOAK_AGE_H
#define SOAK_AGE_H

#include <stdbool.h>
#include <stdint.h>

#define AGE_OPS (UINT64_C(0x100000000) - 20000)
#define AGE_MS  (UINT64_C(0x100000000) - 1000)

/* Age the default heap, which is empty, and the shadow with it. */
void age_heap(void);

/* Was it? */
bool age_was(void);

/* A 64-bit counter of the heap says `told`; its low 32 bits are known. Has it passed 2^32 when
 * they have? True of any in a run that was not aged. */
bool age_plausible(uint64_t told);

#endif
