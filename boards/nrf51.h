/* SPDX-License-Identifier: MIT
 * Sets up boards with an nRF51 or nRF52: pins, and the clock from the crystal, because the RC
 * oscillator is too inexact for the UART (nRF51 Series Reference Manual, nRF52840 Product
 * Specification: CLOCK, GPIO). */
#ifndef BOARDS_NRF51_H
#define BOARDS_NRF51_H

#include <stdint.h>

#include "chip/cortex-m/uart_console.h"

#define CLOCK_HFCLKSTART   (*(volatile uint32_t *)0x40000000)
#define CLOCK_HFCLKSTARTED (*(volatile uint32_t *)0x40000100)
#define GPIO_OUTSET        (*(volatile uint32_t *)0x50000508)
#define GPIO_OUTCLR        (*(volatile uint32_t *)0x5000050C)
#define GPIO_DIRSET        (*(volatile uint32_t *)0x50000518)
#define GPIO_PIN_CNF(pin)  (*(volatile uint32_t *)(0x50000700 + 4 * (pin)))

#define PIN_CNF_PULL_UP (3u << 2)

static inline void nrf51_clock(void)
{
	CLOCK_HFCLKSTART = 1;
	for (int i = 0; i < PORT_BOARD_TRIES && !CLOCK_HFCLKSTARTED; i++)
		;
}

/* Outputs, high at first, as the idle line of a UART. */
static inline void nrf51_outputs(uint32_t pins)
{
	GPIO_OUTSET = pins;
	GPIO_DIRSET = pins;
}

/* An input that may be open, as a UART's. The pull-up makes the line idle. */
static inline void nrf51_input(uint32_t pin)
{
	GPIO_PIN_CNF(pin) = PIN_CNF_PULL_UP;
}

#endif
