/* SPDX-License-Identifier: MIT
 * Arm's PL011 (Technical Reference Manual, DDI0183), as an RP2040 has it. The board sets up its
 * clock and its pins. */
#include "uart_console.h"

#define UART(offset) (*(volatile uint32_t *)(PORT_UART_AT + (offset)))
#define DR           UART(0x00)
#define FR           UART(0x18)
#define IBRD         UART(0x24)
#define FBRD         UART(0x28)
#define LCR_H        UART(0x2C)
#define CR           UART(0x30)

#define FR_RXFE   0x10u
#define FR_TXFF   0x20u
#define LCR_H_8_1 0x70u  /* 8 bits, FIFOs */
#define CR_ON     0x301u /* RXE, TXE, UARTEN */
/* A sixteenth of the clocks for each bit, in 64ths. */
#define DIVIDER_64 ((PORT_UART_HZ * 4u + UART_BAUD / 2) / UART_BAUD)

/* The write to LCR_H makes the new divider take effect. */
void uart_start(void)
{
	CR = 0;
	IBRD = DIVIDER_64 / 64;
	FBRD = DIVIDER_64 % 64;
	LCR_H = LCR_H_8_1;
	CR = CR_ON;
}

void uart_put(char c)
{
	while (FR & FR_TXFF)
		;
	DR = (uint8_t)c;
}

int uart_get(void)
{
	return FR & FR_RXFE ? -1 : (int)(DR & 0xFF);
}
