/* SPDX-License-Identifier: MIT
 * The instruction ruler: the exact number of instructions of one call, under QEMU with
 * `-icount shift=7`. One instruction is then 128 ns of virtual time, and SysTick on the core clock
 * advances 2 ticks or more meanwhile (3.2 at 25 MHz): enough to recover the count. A count includes
 * the function's own return and excludes the call: an empty function is 1. At most 5.2 million
 * instructions a call. Any board whose core runs at 16 MHz or more; ruler_start() has the last
 * word. */
#ifndef BENCH_RULER_H
#define BENCH_RULER_H

#include <stdbool.h>
#include <stdint.h>

#define RULER_ARGUMENTS 6

/* Field order is known to the assembly in ruler.c. */
struct ruler_call {
	uintptr_t function;
	uintptr_t argument[RULER_ARGUMENTS];
	uintptr_t result;
};

/* Start SysTick as the ruler's clock (its interrupt is off: nothing else may run meanwhile),
 * and measure sleds of every length up to 1,000 at six phases of the clock. False when one
 * of them is not what its length says; then no figure of this boot holds. */
bool ruler_start(void);

/* Make the call; returns its instructions. */
uint32_t ruler(struct ruler_call *call);

/* The build with TARN_BENCH_WINDOW, whose lock carries a probe: */

/* The instructions of the longest stretch with interrupts masked since the last call of this
 * function (those behind `cpsid i`, up to and with the `msr primask`: an empty window is 1),
 * and in `windows` how many there were. */
uint32_t window_longest(uint32_t *windows);

/* Measure windows of known length. False when one is not what its length says. */
bool window_calibrated(void);

#define RULER_HZ (UINT64_C(1000000000) / 128) /* instructions in a second of virtual time */

/* What `ticks` of SysTick are in instructions, rounded to the nearest. */
static inline uint32_t ruler_instructions(uint32_t ticks)
{
	return (uint32_t)((ticks * RULER_HZ + PORT_CLOCK_HZ / 2) / PORT_CLOCK_HZ);
}

#endif
