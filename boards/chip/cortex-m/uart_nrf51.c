/* SPDX-License-Identifier: MIT
 * The UART of an nRF51. An nRF52 has it, too (nRF51 Series Reference Manual, UART). */
#include "uart_console.h"

#define UART(offset)  (*(volatile uint32_t *)(0x40002000u + (offset)))
#define TASKS_STARTRX UART(0x000)
#define TASKS_STARTTX UART(0x008)
#define EVENTS_RXDRDY UART(0x108)
#define EVENTS_TXDRDY UART(0x11C)
#define ENABLE        UART(0x500)
#define PSELTXD       UART(0x50C)
#define PSELRXD       UART(0x514)
#define RXD           UART(0x518)
#define TXD           UART(0x51C)
#define BAUDRATE      UART(0x524)

#define ENABLE_UART     4u
#define BAUDRATE_115200 0x01D7E000u

void uart_start(void)
{
	PSELTXD = PORT_UART_TX;
	PSELRXD = PORT_UART_RX;
	BAUDRATE = BAUDRATE_115200;
	ENABLE = ENABLE_UART;
	TASKS_STARTRX = 1;
	TASKS_STARTTX = 1;
}

void uart_put(char c)
{
	EVENTS_TXDRDY = 0;
	TXD = (uint8_t)c;
	while (!EVENTS_TXDRDY)
		;
}

int uart_get(void)
{
	if (!EVENTS_RXDRDY)
		return -1;
	EVENTS_RXDRDY = 0;
	return (uint8_t)RXD;
}
