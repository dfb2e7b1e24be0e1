/* SPDX-License-Identifier: MIT
 * The tick from TIMER0 of an nRF51, which has no SysTick. Needs PORT_TICK_IRQ = 8. */
#include "tarn_port_extra.h"
#include "tick.h"

#define TIMER0          0x40008000u
#define TIMER(offset)   (*(volatile uint32_t *)(TIMER0 + (offset)))
#define TASKS_START     TIMER(0x000)
#define TASKS_STOP      TIMER(0x004)
#define TASKS_CLEAR     TIMER(0x00C)
#define EVENTS_COMPARE0 TIMER(0x140)
#define SHORTS          TIMER(0x200)
#define INTENSET        TIMER(0x304)
#define INTENCLR        TIMER(0x308)
#define MODE            TIMER(0x504)
#define BITMODE         TIMER(0x508)
#define PRESCALER       TIMER(0x510)
#define CC0             TIMER(0x540)

#define SHORT_COMPARE0_CLEAR 1u
#define INT_COMPARE0         (1u << 16)
#define BITMODE_32           3u
#define PRESCALER_1_MHZ      4u /* 16 MHz >> 4: a count a microsecond */

#define NVIC_ISER (*(volatile uint32_t *)0xE000E100)
#define NVIC_ICPR (*(volatile uint32_t *)0xE000E280)

static void (*volatile tick_handler)(void);

void port_tick_interrupt(void)
{
	void (*handler)(void) = tick_handler;

	EVENTS_COMPARE0 = 0;
	if (handler)
		handler();
}

void port_tick_start(uint32_t period_us, void (*handler)(void))
{
	port_tick_stop();
	tick_handler = handler;
	MODE = 0;
	BITMODE = BITMODE_32;
	PRESCALER = PRESCALER_1_MHZ;
	CC0 = period_us ? period_us : 1;
	SHORTS = SHORT_COMPARE0_CLEAR;
	INTENSET = INT_COMPARE0;
	NVIC_ISER = 1u << PORT_TICK_IRQ;
	TASKS_CLEAR = 1;
	TASKS_START = 1;
}

void port_tick_stop(void)
{
	TASKS_STOP = 1;
	INTENCLR = INT_COMPARE0;
	EVENTS_COMPARE0 = 0;
	NVIC_ICPR = 1u << PORT_TICK_IRQ;
	tick_handler = 0;
}
