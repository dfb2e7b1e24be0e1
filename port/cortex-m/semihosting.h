/* SPDX-License-Identifier: MIT
 * Semihosting: a bkpt instruction by which the debugger, or QEMU, serves a request. Without
 * either it is a HardFault. */
#ifndef PORT_CORTEX_M_SEMIHOSTING_H
#define PORT_CORTEX_M_SEMIHOSTING_H

#include <stddef.h>
#include <stdint.h>

enum semihosting_operation {
	SEMIHOSTING_OPEN = 0x01,
	SEMIHOSTING_CLOSE = 0x02,
	SEMIHOSTING_WRITE = 0x05,
	SEMIHOSTING_READ = 0x06,
	SEMIHOSTING_SEEK = 0x0a,
	SEMIHOSTING_CLOCK = 0x10,
	SEMIHOSTING_GET_CMDLINE = 0x15,
	SEMIHOSTING_EXIT = 0x18,
	SEMIHOSTING_EXIT_EXTENDED = 0x20,
	SEMIHOSTING_ELAPSED = 0x30,
	SEMIHOSTING_TICKFREQ = 0x31
};

static inline uintptr_t semihosting_call(enum semihosting_operation operation, uintptr_t argument)
{
	register uintptr_t r0 __asm("r0") = (uintptr_t)operation;
	register uintptr_t r1 __asm("r1") = argument;

	__asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
	return r0;
}

/* The words of the command line as an argv, at most `room` - 1 and a NULL; returns their
 * number. A line too long for its buffer ends the program with a message. */
int semihosting_arguments(char **argv, int room);

#endif
