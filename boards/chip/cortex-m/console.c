/* SPDX-License-Identifier: MIT
 * Which console a board with a UART uses: a debugger's or an emulator's, or else the UART. Also the
 * board's lamp: each line toggles it, and at the end it shows whether the program passed. */
#include "fault.h"
#include "../semihosting/semihosting.h"
#include "tick.h"
#include "uart_console.h"

#define ABSENT UINTPTR_MAX

volatile uint32_t port_probing;

static const struct port_console *there;

static void find(void)
{
	port_probing = 1;
	there = &semihosting_console;
	if (semihosting_call(SEMIHOSTING_ERRNO, 0) == ABSENT) {
		there = &uart_console;
		uart_start();
		port_tick_idle();
	}
	port_probing = 0;
}

static void write_bytes(const char *bytes, size_t length)
{
	static bool lamp;

	for (size_t i = 0; i < length; i++) {
		if (bytes[i] == '\n') {
			lamp = !lamp;
			port_board_lamp(lamp);
		}
	}
	there->write(bytes, length);
}

static void end(int status)
{
	port_board_lamp(!status);
	there->exit(status);
}

const struct port_console *port_console(void)
{
	static struct port_console console;

	if (!there) {
		find();
		console = *there;
		console.write = write_bytes;
		console.exit = end;
	}
	return &console;
}
