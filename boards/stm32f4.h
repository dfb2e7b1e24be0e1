/* SPDX-License-Identifier: MIT
 * Sets up boards with an STM32F4: pins, a lamp, and the clock from the RC oscillator of 16 MHz
 * (RM0090, RM0390). */
#ifndef BOARDS_STM32F4_H
#define BOARDS_STM32F4_H

#include <stdbool.h>
#include <stdint.h>

#include "chip/cortex-m/uart_console.h"

#define STM32F4_REGISTER(address) (*(volatile uint32_t *)(address))
#define RCC_CR                    STM32F4_REGISTER(0x40023800)
#define RCC_PLLCFGR               STM32F4_REGISTER(0x40023804)
#define RCC_CFGR                  STM32F4_REGISTER(0x40023808)
#define RCC_AHB1ENR               STM32F4_REGISTER(0x40023830)
#define RCC_APB1ENR               STM32F4_REGISTER(0x40023840)
#define RCC_APB2ENR               STM32F4_REGISTER(0x40023844)
#define FLASH_ACR                 STM32F4_REGISTER(0x40023C00)
#define GPIO(port, offset)        STM32F4_REGISTER(0x40020000u + 0x400u * (port) + (offset))
#define GPIO_MODER(port)          GPIO(port, 0x00)
#define GPIO_PUPDR(port)          GPIO(port, 0x0C)
#define GPIO_BSRR(port)           GPIO(port, 0x18)
#define GPIO_AFR(port, pin)       GPIO(port, 0x20 + 4 * ((pin) / 8))

enum { GPIO_A, GPIO_B, GPIO_C, GPIO_D };

#define CR_PLLON       (1u << 24)
#define CR_PLLRDY      (1u << 25)
#define CFGR_SW_PLL    2u
#define CFGR_SWS       0xCu
#define CFGR_SWS_PLL   8u
#define CFGR_APB       (5u << 10 | 4u << 13) /* APB1: a quarter of the clock, APB2: half of it */
#define ACR_5_WAITS    0x705u                /* also prefetch and caches */
#define ACR_LATENCY    0xFu
#define ACR_PREFETCH   (1u << 8)
#define ACR_CACHES     (3u << 9) /* of instructions and of data */
#define APB1ENR_USART2 (1u << 17)
#define APB2ENR_USART1 (1u << 4)

/* Sets the clock to 16 MHz / m * n / p. */
static inline void stm32f4_clock(uint32_t m, uint32_t n, uint32_t p)
{
	FLASH_ACR = ACR_5_WAITS;
	RCC_PLLCFGR = m | n << 6 | (p / 2 - 1) << 16 | 7u << 24 | 2u << 28;
	RCC_CR |= CR_PLLON;
	for (int i = 0; i < PORT_BOARD_TRIES && !(RCC_CR & CR_PLLRDY); i++)
		;
	if (!(RCC_CR & CR_PLLRDY))
		return;
	RCC_CFGR = CFGR_APB | CFGR_SW_PLL;
	while ((RCC_CFGR & CFGR_SWS) != CFGR_SWS_PLL)
		;
}

static inline void stm32f4_mode(uint32_t port, uint32_t pin, uint32_t mode)
{
	GPIO_MODER(port) = (GPIO_MODER(port) & ~(3u << 2 * pin)) | mode << 2 * pin;
}

static inline void stm32f4_output(uint32_t port, uint32_t pin)
{
	stm32f4_mode(port, pin, 1);
}

/* A lamp that is on while its output is high. */
static inline void stm32f4_lamp(uint32_t port, uint32_t pin, bool on)
{
	GPIO_BSRR(port) = on ? 1u << pin : 1u << (pin + 16);
}

static inline void stm32f4_alternate(uint32_t port, uint32_t pin, uint32_t function)
{
	uint32_t shift = 4 * (pin % 8);

	GPIO_AFR(port, pin) = (GPIO_AFR(port, pin) & ~(15u << shift)) | function << shift;
	stm32f4_mode(port, pin, 2);
}

/* For an input that may be open, as a UART's: the pull-up makes the line idle. */
static inline void stm32f4_pull_up(uint32_t port, uint32_t pin)
{
	GPIO_PUPDR(port) = (GPIO_PUPDR(port) & ~(3u << 2 * pin)) | 1u << 2 * pin;
}

static inline void stm32f4_flash(struct port_board_flash *flash)
{
	uint32_t acr = FLASH_ACR;

	*flash = (struct port_board_flash){
		.waits = (int)(acr & ACR_LATENCY),
		.prefetch = (acr & ACR_PREFETCH) != 0,
		.cache = (acr & ACR_CACHES) == ACR_CACHES,
	};
}

#endif
