/* SPDX-License-Identifier: MIT
 * The urgent tick from a timer of Arm's CMSDK. The timer is at PORT_URGENT_AT. */
#include "tick.h"

#define TIMER(offset) (*(volatile uint32_t *)(PORT_URGENT_AT + (offset)))
#define CTRL          TIMER(0x0)
#define VALUE         TIMER(0x4)
#define RELOAD        TIMER(0x8)
#define INTCLEAR      TIMER(0xC)

#define CTRL_ENABLE    1u
#define CTRL_INTERRUPT 8u

void port_urgent_interrupt(void)
{
	INTCLEAR = 1;
	urgent_served();
}

void urgent_source_run(uint32_t period_us)
{
	uint32_t counts = (uint32_t)((uint64_t)period_us * PORT_URGENT_HZ / 1000000);

	RELOAD = VALUE = counts ? counts : 1;
	CTRL = CTRL_ENABLE | CTRL_INTERRUPT;
}

void urgent_source_halt(void)
{
	CTRL = 0;
	INTCLEAR = 1;
}
