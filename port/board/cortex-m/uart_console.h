/* SPDX-License-Identifier: MIT
 * The console on a board's UART: 115,200 baud, 8 bits, no parity. The program asks for its
 * arguments there, unless some were built in (BUILT_IN) and nothing is typed; `[exit N]` is the
 * last that it writes. */
#ifndef PORT_CORTEX_M_UART_CONSOLE_H
#define PORT_CORTEX_M_UART_CONSOLE_H

#include "../bare/console.h"

#define UART_BAUD 115200u

extern const struct port_console uart_console;

/* uart_<UART>.c: the kind of UART. Not before port_board_start(). */
void uart_start(void);
void uart_put(char c);
int uart_get(void); /* -1: nothing has come */

/* boards/<board>.c: clocks and pins, as the board's facts say; before anything else. No statics:
 * they are not there yet. And a lamp. */
#define PORT_BOARD_TRIES 100000 /* at seeing an oscillator run: an emulator has none to wait for */
void port_board_start(void);
void port_board_lamp(bool on);

/* How the core gets its code, as the chip's registers say now: a count of cycles holds for that. */
struct port_board_flash {
	int waits;     /* wait states; -1: no register has them */
	int prefetch;  /* 1 on, 0 off, -1: there is none */
	int cache;     /* the same */
	bool emulated; /* the chip says of itself that it is none */
};
void port_board_flash(struct port_board_flash *flash);

#endif
