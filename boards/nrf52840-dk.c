/* SPDX-License-Identifier: MIT
 * Nordic nRF52840-DK: the lamp LED1 at P0.13, lit when low; the UART's pins lead to the J-Link's
 * serial port. */
#include <stdbool.h>
#include <stdint.h>

#include "nrf51.h"
#include "chip/cortex-m/uart_console.h"

#define LAMP           (1u << 13)
#define NVMC_ICACHECNF (*(volatile uint32_t *)0x4001E540)

void port_board_start(void)
{
	nrf51_clock();
	nrf51_outputs(1u << PORT_UART_TX | LAMP);
	nrf51_input(PORT_UART_RX);
}

void port_board_lamp(bool on)
{
	if (on)
		GPIO_OUTCLR = LAMP;
	else
		GPIO_OUTSET = LAMP;
}

void port_board_flash(struct port_board_flash *flash)
{
	*flash =
		(struct port_board_flash){.waits = -1, .prefetch = -1, .cache = NVMC_ICACHECNF & 1};
}
