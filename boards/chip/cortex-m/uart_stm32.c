/* SPDX-License-Identifier: MIT
 * The USART of the older STM32s, F1 to F4 (RM0041, RM0090). The board sets up its clock and its
 * pins. */
#include "uart_console.h"

#define USART(offset) (*(volatile uint32_t *)(PORT_UART_AT + (offset)))
#define SR            USART(0x00)
#define DR            USART(0x04)
#define BRR           USART(0x08)
#define CR1           USART(0x0C)

#define SR_RXNE 0x20u
#define SR_TXE  0x80u
#define CR1_ON  0x200Cu /* UE, TE, RE */

void uart_start(void)
{
	BRR = (PORT_UART_HZ + UART_BAUD / 2) / UART_BAUD;
	CR1 = CR1_ON;
}

void uart_put(char c)
{
	while (!(SR & SR_TXE))
		;
	DR = (uint8_t)c;
}

int uart_get(void)
{
	return SR & SR_RXNE ? (int)(DR & 0xFF) : -1;
}
