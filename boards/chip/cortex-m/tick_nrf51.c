/* SPDX-License-Identifier: MIT
 * The tick from TIMER0 of an nRF51, which has no SysTick. It needs PORT_TICK_IRQ = 8. Also TIMER2
 * as a counter of the core's cycles: its clock, 16 MHz, is the core's. */
#include "cycles.h"
#include "tick_nrf51.h"

#define TIMER0 0x40008000u
#define TIMER2 0x4000A000u

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

bool tick_source_cycles(struct port_cycles *cycles)
{
	MODE(TIMER2) = 0;
	BITMODE(TIMER2) = BITMODE_16;
	PRESCALER(TIMER2) = 0;
	TASKS_CLEAR(TIMER2) = 1;
	TASKS_START(TIMER2) = 1;
	*cycles = (struct port_cycles){
		.name = "TIMER2 at 16 MHz",
		.capture = &TASKS_CAPTURE1(TIMER2),
		.count = &CC1(TIMER2),
		.span = 1u << 16,
	};
	return true;
}
