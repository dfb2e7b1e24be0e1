/* SPDX-License-Identifier: MIT
 * BBC micro:bit V1: the crystal instead of the RC oscillator, for the UART's sake, and the lamp at the top left
 * of the display, row 1 (P0.13), column 1 (P0.4). */
#include <stdbool.h>
#include <stdint.h>

#include "uart_console.h"

#define CLOCK_HFCLKSTART   (*(volatile uint32_t *)0x40000000)
#define CLOCK_HFCLKSTARTED (*(volatile uint32_t *)0x40000100)
#define GPIO_OUTSET        (*(volatile uint32_t *)0x50000508)
#define GPIO_OUTCLR        (*(volatile uint32_t *)0x5000050C)
#define GPIO_DIRSET        (*(volatile uint32_t *)0x50000518)

#define ROW    (1u << 13)
#define COLUMN (1u << 4)
#define TX     (1u << PORT_UART_TX)

#define TRIES 100000 /* an emulator has no crystal */

void port_board_start(void)
{
	CLOCK_HFCLKSTART = 1;
	for (int i = 0; i < TRIES && !CLOCK_HFCLKSTARTED; i++)
		;
	GPIO_OUTSET = TX | COLUMN;
	GPIO_DIRSET = TX | ROW | COLUMN;
}

/* A lamp between a high row and a low column is lit. */
void port_board_lamp(bool on)
{
	GPIO_OUTCLR = on ? COLUMN : ROW;
	GPIO_OUTSET = on ? ROW : COLUMN;
}
