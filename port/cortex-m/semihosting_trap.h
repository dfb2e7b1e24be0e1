/* SPDX-License-Identifier: MIT
 * Semihosting on Cortex-M: a bkpt by which the debugger, or QEMU, serves the request. Without either it is a
 * HardFault. */
#ifndef PORT_CORTEX_M_SEMIHOSTING_TRAP_H
#define PORT_CORTEX_M_SEMIHOSTING_TRAP_H

#include <stdint.h>

static inline uintptr_t semihosting_trap(uintptr_t operation, uintptr_t argument)
{
	register uintptr_t r0 __asm("r0") = operation;
	register uintptr_t r1 __asm("r1") = argument;

	__asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
	return r0;
}

#endif
