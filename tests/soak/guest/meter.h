/* SPDX-License-Identifier: MIT
 * meter=1: what an operation costs, in guest instructions. For a run under QEMU with ICOUNT=7,
 * where an instruction is 128 ns of the guest's time. The interrupt scenario cannot run, because
 * the meter uses its tick. */
#ifndef SOAK_METER_H
#define SOAK_METER_H

void meter_start(void);

/* Prints the mean since meter_start; nothing if meter_start was not called. */
void meter_print(void);

#endif
