/* SPDX-License-Identifier: MIT
 * ST Nucleo-F446RE (UM1724): 168 MHz from the RC oscillator, USART2 at PA2 (TX) and PA3 (RX), which
 * the ST-LINK shows as a serial port, and the green lamp LD2 at PA5. */
#include <stdbool.h>
#include <stdint.h>

#include "stm32f4.h"
#include "chip/cortex-m/uart_console.h"

#define LAMP 5u

void port_board_start(void)
{
	stm32f4_clock(8, 168, 2);
	RCC_AHB1ENR |= 1u << GPIO_A;
	RCC_APB1ENR |= APB1ENR_USART2;
	stm32f4_alternate(GPIO_A, 2, 7);
	stm32f4_alternate(GPIO_A, 3, 7);
	stm32f4_pull_up(GPIO_A, 3);
	stm32f4_output(GPIO_A, LAMP);
}

void port_board_lamp(bool on)
{
	stm32f4_lamp(GPIO_A, LAMP, on);
}

void port_board_flash(struct port_board_flash *flash)
{
	stm32f4_flash(flash);
}
