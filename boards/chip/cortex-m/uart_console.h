/* SPDX-License-Identifier: MIT
 * The console on a board's UART: 115,200 baud, 8 bits, no parity. The program asks for its
 * arguments there. If some were built in (BUILT_IN), it takes those when nobody types. The last
 * line that it writes is `[exit N]`. */
#ifndef PORT_CORTEX_M_UART_CONSOLE_H
#define PORT_CORTEX_M_UART_CONSOLE_H

#include "../bare/console.h"

#define UART_BAUD 115200u

extern const struct port_console uart_console;

/* uart_<UART>.c has these, for its kind of UART. Call them only after port_board_start(). */
void uart_start(void);
void uart_put(char c);
int uart_get(void); /* -1: no character was received */

/* boards/<board>.c has these. port_board_start sets up clocks and pins, as the board's facts say.
 * It runs before anything else, so it may use no statics. port_board_lamp switches the lamp. */
#define PORT_BOARD_TRIES 100000 /* to see an oscillator run; an emulator has none */
void port_board_start(void);
void port_board_lamp(bool on);

/* How the core fetches code from flash, as the chip's registers say now. A count of cycles is valid
 * only for these settings. */
struct port_board_flash {
	int waits;     /* wait states; -1: no register tells them */
	int prefetch;  /* 1: on; 0: off; -1: the chip has none */
	int cache;     /* as `prefetch` */
	bool emulated; /* the registers say that this is an emulator */
};
void port_board_flash(struct port_board_flash *flash);

#endif
