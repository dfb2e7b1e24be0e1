/* SPDX-License-Identifier: MIT
 * Semihosting on RISC-V: an ebreak between two instructions that otherwise do nothing, uncompressed and on one
 * page (RISC-V Semihosting, version 1.0). */
#ifndef PORT_RISCV_SEMIHOSTING_TRAP_H
#define PORT_RISCV_SEMIHOSTING_TRAP_H

#include <stdint.h>

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

#endif
