/* SPDX-License-Identifier: MIT
 * The tick from TIMER0 of an nRF51, which has no SysTick. Needs PORT_TICK_IRQ = 8. */
#include "tick_nrf51.h"

#include "tarn_port_extra.h"

#define TIMER0 0x40008000u

static void (*volatile tick_handler)(void);

void port_tick_interrupt(void)
{
	void (*handler)(void) = tick_handler;

	EVENTS_COMPARE0(TIMER0) = 0;
	if (handler)
		handler();
}

void port_tick_start(uint32_t period_us, void (*handler)(void))
{
	port_tick_stop();
	tick_handler = handler;
	nvic_enable(PORT_TICK_IRQ, TICK_PRIORITY);
	nrf51_start(TIMER0, BITMODE_32, period_us);
}

void port_tick_stop(void)
{
	nrf51_stop(TIMER0);
	nvic_disable(PORT_TICK_IRQ);
	tick_handler = 0;
}
