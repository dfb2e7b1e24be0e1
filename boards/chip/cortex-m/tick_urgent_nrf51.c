/* SPDX-License-Identifier: MIT
 * The urgent tick from TIMER1 of an nRF51. It needs PORT_URGENT_IRQ = 9 and PORT_URGENT_AT =
 * 0x40009000. */
#include "tick_nrf51.h"

#define PERIOD_MAX 0xFFFFu /* the timer has 16 bits */

void port_urgent_interrupt(void)
{
	EVENTS_COMPARE0(PORT_URGENT_AT) = 0;
	urgent_served();
}

void urgent_source_run(uint32_t period_us)
{
	nrf51_start(PORT_URGENT_AT, BITMODE_16, period_us < PERIOD_MAX ? period_us : PERIOD_MAX);
}

void urgent_source_halt(void)
{
	nrf51_stop(PORT_URGENT_AT);
}
