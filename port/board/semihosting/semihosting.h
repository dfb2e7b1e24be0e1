/* SPDX-License-Identifier: MIT
 * Semihosting: requests that a debugger or an emulator serves. Arm specifies it, and RISC-V uses
 * the same requests. */
#ifndef PORT_SEMIHOSTING_H
#define PORT_SEMIHOSTING_H

#include <stddef.h>
#include <stdint.h>

#include "../bare/console.h"
#include "semihosting_trap.h"

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

static inline uintptr_t semihosting_call(enum semihosting_operation operation, uintptr_t argument)
{
	return semihosting_trap((uintptr_t)operation, argument);
}

extern const struct port_console semihosting_console;

uint32_t semihosting_milliseconds(void);

#endif
