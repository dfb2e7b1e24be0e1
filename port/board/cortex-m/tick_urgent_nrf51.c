/* SPDX-License-Identifier: MIT
 * The urgent tick from TIMER1 of an nRF51. It needs PORT_URGENT_IRQ = 9 and PORT_URGENT_AT =
 * 0x40009000. */
#include "tick_nrf51.h"

#include "tarn_port_extra.h"

#define PERIOD_MAX 0xFFFFu /* the timer has 16 bits */

static void (*volatile urgent_handler)(void);

void port_urgent_interrupt(void)
{
	void (*handler)(void) = urgent_handler;

	EVENTS_COMPARE0(PORT_URGENT_AT) = 0;
	if (handler)
		handler();
}

bool port_urgent_start(uint32_t period_us, void (*handler)(void))
{
	port_urgent_stop();
	urgent_handler = handler;
	nvic_enable(PORT_URGENT_IRQ, URGENT_PRIORITY);
	nrf51_start(PORT_URGENT_AT, BITMODE_16, period_us < PERIOD_MAX ? period_us : PERIOD_MAX);
	return true;
}

void port_urgent_stop(void)
{
	nrf51_stop(PORT_URGENT_AT);
	nvic_disable(PORT_URGENT_IRQ);
	urgent_handler = 0;
}
