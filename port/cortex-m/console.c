/* SPDX-License-Identifier: MIT
 * Which console a board with a UART has: a debugger's or an emulator's, or that one. */
#include "fault.h"
#include "semihosting.h"
#include "tick.h"
#include "uart_console.h"

#define ABSENT UINTPTR_MAX

volatile uint32_t port_probing;

const struct port_console *port_console(void)
{
	static const struct port_console *console;

	if (!console) {
		port_probing = 1;
		console = &semihosting_console;
		if (semihosting_call(SEMIHOSTING_ERRNO, 0) == ABSENT) {
			console = &uart_console;
			uart_start();
			port_tick_idle();
		}
		port_probing = 0;
	}
	return console;
}
