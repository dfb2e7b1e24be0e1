/* SPDX-License-Identifier: MIT
 * Semihosting: the instruction at which a debugger or QEMU serves the request. Without either the
 * instruction is a fault of the processor. */
#ifndef PORT_SEMIHOSTING_TRAP_H
#define PORT_SEMIHOSTING_TRAP_H

#include <stdint.h>

#ifdef __riscv
/* An ebreak between two instructions that do nothing. All three are uncompressed and on one page
 * (RISC-V Semihosting, version 1.0). */
static inline uintptr_t semihosting_trap(uintptr_t operation, uintptr_t argument)
{
	register uintptr_t a0 __asm("a0") = operation;
	register uintptr_t a1 __asm("a1") = argument;

	__asm volatile(".option push\n\t"
		       ".balign 16\n\t"
		       ".option norvc\n\t"
		       "slli zero, zero, 0x1f\n\t"
		       "ebreak\n\t"
		       "srai zero, zero, 7\n\t"
		       ".option pop"
		       : "+r"(a0)
		       : "r"(a1)
		       : "memory");
	return a0;
}
#else
/* On a Cortex-M: a bkpt. */
static inline uintptr_t semihosting_trap(uintptr_t operation, uintptr_t argument)
{
	register uintptr_t r0 __asm("r0") = operation;
	register uintptr_t r1 __asm("r1") = argument;

	__asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
	return r0;
}
#endif

#endif
