/* SPDX-License-Identifier: MIT
 * Semihosting: requests that a debugger or an emulator serves. Arm specifies it, and RISC-V uses
 * the same requests. */
#ifndef PORT_SEMIHOSTING_H
#define PORT_SEMIHOSTING_H

#include <stddef.h>
#include <stdint.h>

#include "../bare/console.h"

enum semihosting_operation {
	SEMIHOSTING_OPEN = 0x01,
	SEMIHOSTING_CLOSE = 0x02,
	SEMIHOSTING_WRITE = 0x05,
	SEMIHOSTING_READ = 0x06,
	SEMIHOSTING_SEEK = 0x0a,
	SEMIHOSTING_CLOCK = 0x10,
	SEMIHOSTING_ERRNO = 0x13,
	SEMIHOSTING_GET_CMDLINE = 0x15,
	SEMIHOSTING_EXIT = 0x18,
	SEMIHOSTING_EXIT_EXTENDED = 0x20,
	SEMIHOSTING_ELAPSED = 0x30,
	SEMIHOSTING_TICKFREQ = 0x31
};

/* The instruction at which a debugger or QEMU serves the request. Without either it is a fault of
 * the processor. */
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

static inline uintptr_t semihosting_call(enum semihosting_operation operation, uintptr_t argument)
{
	return semihosting_trap((uintptr_t)operation, argument);
}

extern const struct port_console semihosting_console;

#endif
