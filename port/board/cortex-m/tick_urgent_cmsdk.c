/* SPDX-License-Identifier: MIT
 * The urgent tick from a timer of Arm's CMSDK. The timer is at PORT_URGENT_AT. */
#include "tarn_port_extra.h"
#include "tick.h"

#define TIMER(offset) (*(volatile uint32_t *)(PORT_URGENT_AT + (offset)))
#define CTRL          TIMER(0x0)
#define VALUE         TIMER(0x4)
#define RELOAD        TIMER(0x8)
#define INTCLEAR      TIMER(0xC)

#define CTRL_ENABLE    1u
#define CTRL_INTERRUPT 8u

static void (*volatile urgent_handler)(void);

void port_urgent_interrupt(void)
{
	void (*handler)(void) = urgent_handler;

	INTCLEAR = 1;
	if (handler)
		handler();
}

bool port_urgent_start(uint32_t period_us, void (*handler)(void))
{
	uint32_t counts = (uint32_t)((uint64_t)period_us * PORT_URGENT_HZ / 1000000);

	port_urgent_stop();
	urgent_handler = handler;
	RELOAD = VALUE = counts ? counts : 1;
	nvic_enable(PORT_URGENT_IRQ, URGENT_PRIORITY);
	CTRL = CTRL_ENABLE | CTRL_INTERRUPT;
	return true;
}

void port_urgent_stop(void)
{
	CTRL = 0;
	INTCLEAR = 1;
	nvic_disable(PORT_URGENT_IRQ);
	urgent_handler = 0;
}
