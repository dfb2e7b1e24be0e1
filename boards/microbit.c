/* SPDX-License-Identifier: MIT
 * BBC micro:bit V1: the lamp at the top left of its display, row 1 (P0.13), column 1 (P0.4). */
#include <stdbool.h>
#include <stdint.h>

#include "nrf51.h"
#include "chip/cortex-m/uart_console.h"

#define ROW    (1u << 13)
#define COLUMN (1u << 4)

void port_board_start(void)
{
	nrf51_clock();
	nrf51_outputs(1u << PORT_UART_TX | ROW | COLUMN);
	nrf51_input(PORT_UART_RX);
}

/* A lamp is lit if its row is high and its column is low. */
void port_board_lamp(bool on)
{
	GPIO_OUTCLR = on ? COLUMN : ROW;
	GPIO_OUTSET = on ? ROW : COLUMN;
}

void port_board_flash(struct port_board_flash *flash)
{
	*flash = (struct port_board_flash){.waits = 0, .prefetch = -1, .cache = -1};
}
