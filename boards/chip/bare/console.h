/* SPDX-License-Identifier: MIT
 * The console of a test program on bare metal: through a debugger, or a UART. A port may have
 * several. port_console() says which one is in use. */
#ifndef PORT_BARE_CONSOLE_H
#define PORT_BARE_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct port_console {
	void (*write)(const char *bytes, size_t length);
	void (*exit)(int status);                      /* need not return */
	bool (*command_line)(char *line, size_t size); /* false: the line does not fit */
	uint32_t (*milliseconds)(void);
	bool (*stop)(void); /* for port_stop_asked(); may be NULL */
	bool semihosting;   /* semihosting calls are served, those for files included */
};

/* The console in use. It does not change while the program runs. */
const struct port_console *port_console(void);

/* Divides bit by bit: Armv6-M has no divide, and this must not need libgcc's. */
static inline uint64_t port_divide(uint64_t value, uint32_t by)
{
	uint64_t rest = 0;
	uint64_t quotient = 0;

	for (int bit = 63; bit >= 0; bit--) {
		rest = rest << 1 | (value >> bit & 1);
		quotient <<= 1;
		if (rest >= by) {
			rest -= by;
			quotient |= 1;
		}
	}
	return quotient;
}

#endif
