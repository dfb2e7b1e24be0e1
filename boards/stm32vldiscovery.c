/* SPDX-License-Identifier: MIT
 * STM32VLDISCOVERY: 24 MHz from the RC oscillator (RM0041: half of 8 MHz, times 6), USART1 at PA9
 * (TX) and PA10 (RX), and the green lamp at PC9. */
#include <stdbool.h>
#include <stdint.h>

#include "chip/cortex-m/uart_console.h"

#define RCC_CR      (*(volatile uint32_t *)0x40021000)
#define RCC_CFGR    (*(volatile uint32_t *)0x40021004)
#define RCC_APB2ENR (*(volatile uint32_t *)0x40021018)
#define GPIOA_CRH   (*(volatile uint32_t *)0x40010804)
#define GPIOA_BSRR  (*(volatile uint32_t *)0x40010810)
#define GPIOC_CRH   (*(volatile uint32_t *)0x40011004)
#define GPIOC_BSRR  (*(volatile uint32_t *)0x40011010)

#define CR_PLLON      (1u << 24)
#define CR_PLLRDY     (1u << 25)
#define CFGR_SW_PLL   2u
#define CFGR_SWS      0xCu
#define CFGR_SWS_PLL  8u
#define CFGR_PLLMUL_6 (4u << 18)
#define ENR_USED      (1u << 14 | 1u << 4 | 1u << 2) /* USART1, GPIOC, GPIOA */
#define CRH_UART      0x444448B4u /* PA9: alternate, push-pull; PA10: input, pulled */
#define RX            (1u << 10)
#define CRH_LAMP      0x44444424u /* PC9: output, push-pull */
#define LAMP          (1u << 9)

void port_board_start(void)
{
	RCC_CFGR = CFGR_PLLMUL_6;
	RCC_CR |= CR_PLLON;
	for (int i = 0; i < PORT_BOARD_TRIES && !(RCC_CR & CR_PLLRDY); i++)
		;
	if (RCC_CR & CR_PLLRDY) {
		RCC_CFGR |= CFGR_SW_PLL;
		while ((RCC_CFGR & CFGR_SWS) != CFGR_SWS_PLL)
			;
	}
	RCC_APB2ENR = ENR_USED;
	GPIOA_BSRR = RX; /* pulls the input up: the line may be open, and is idle then */
	GPIOA_CRH = CRH_UART;
	GPIOC_CRH = CRH_LAMP;
}

void port_board_lamp(bool on)
{
	GPIOC_BSRR = on ? LAMP : LAMP << 16;
}

/* At 24 MHz its flash is as fast as the core (PM0063). */
void port_board_flash(struct port_board_flash *flash)
{
	*flash = (struct port_board_flash){.waits = 0, .prefetch = -1, .cache = -1};
}
