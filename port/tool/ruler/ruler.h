/* SPDX-License-Identifier: MIT
 * The instruction ruler: the exact number of instructions of one call, under QEMU with
 * `-icount shift=7`. One instruction is then 128 ns of virtual time. SysTick on the core clock
 * advances 2 ticks or more meanwhile (3.2 at 25 MHz), which is enough to recover the count. A count
 * includes the function's own return and excludes the call: an empty function is 1. A call may take
 * at most 5.2 million instructions. The core must run at 16 MHz or more; ruler_start() verifies
 * that the board's counts are right. */
#ifndef BENCH_RULER_H
#define BENCH_RULER_H

#include <stdbool.h>
#include <stdint.h>

#define RULER_ARGUMENTS 6

/* The assembly in ruler.c and ruler_riscv.c knows the order of these fields. */
struct ruler_call {
	uintptr_t function;
	uintptr_t argument[RULER_ARGUMENTS];
	uintptr_t result;
};

/* Start SysTick as the ruler's clock, with its interrupt off, because nothing else may run during a
 * measurement. Then measure sleds of every length up to 1,000 at six phases of the clock. Returns
 * false if the count of a sled is wrong: then no figure of this boot is valid. */
bool ruler_start(void);

/* Make the call; returns its instructions. */
uint32_t ruler(struct ruler_call *call);

/* The build with TARN_BENCH_WINDOW has a lock with a probe, and these functions. */

/* Returns the instructions of the longest stretch with interrupts masked since the last call of
 * this function. Sets `windows` to the number of stretches. The count begins after `cpsid i` and
 * includes `msr primask`: an empty window is 1. */
uint32_t window_longest(uint32_t *windows);

/* Measure windows of known length. Returns false if the count of one is wrong. */
bool window_calibrated(void);

#define RULER_HZ (UINT64_C(1000000000) / 128) /* instructions in a second of virtual time */

/* Converts ticks of SysTick to instructions, rounded to the nearest. */
static inline uint32_t ruler_instructions(uint32_t ticks)
{
	return (uint32_t)((ticks * RULER_HZ + PORT_CLOCK_HZ / 2) / PORT_CLOCK_HZ);
}

#endif
