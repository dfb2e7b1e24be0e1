/* SPDX-License-Identifier: MIT
 * Netduino Plus 2, and other boards with an STM32F405. The clock is 168 MHz from the RC oscillator
 * (RM0090: 16 MHz / 8 * 168 / 2). USART1 is at PB6 (TX) and PB7 (RX), which are SC and SD on the
 * header. The blue lamp is at PA10. */
#include <stdbool.h>
#include <stdint.h>

#include "stm32f4.h"
#include "chip/cortex-m/uart_console.h"

#define LAMP 10u

void port_board_start(void)
{
	stm32f4_clock(8, 168, 2);
	RCC_AHB1ENR |= 1u << GPIO_A | 1u << GPIO_B;
	RCC_APB2ENR |= APB2ENR_USART1;
	stm32f4_alternate(GPIO_B, 6, 7);
	stm32f4_alternate(GPIO_B, 7, 7);
	stm32f4_pull_up(GPIO_B, 7);
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
