/* SPDX-License-Identifier: MIT
 * The tick from TIMER0 of an nRF51, which has no SysTick. Needs PORT_TICK_IRQ = 8. */
#include "tick_nrf51.h"

#define TIMER0 0x40008000u

void port_tick_interrupt(void)
{
	EVENTS_COMPARE0(TIMER0) = 0;
	tick_served(CC0(TIMER0));
}

void tick_source_run(uint32_t period_us)
{
	nvic_enable(PORT_TICK_IRQ, TICK_PRIORITY);
	nrf51_start(TIMER0, BITMODE_32, period_us);
}

void tick_source_halt(void)
{
	nrf51_stop(TIMER0);
	nvic_disable(PORT_TICK_IRQ);
}

uint32_t tick_source_elapsed_us(void)
{
	uint32_t due = 0;

	TASKS_CAPTURE1(TIMER0) = 1;
	if (EVENTS_COMPARE0(TIMER0)) {
		TASKS_CAPTURE1(TIMER0) = 1;
		due = CC0(TIMER0);
	}
	return due + CC1(TIMER0);
}
