/* SPDX-License-Identifier: MIT
 * The tick from TIMER0 of an nRF51, which has no SysTick. Needs PORT_TICK_IRQ = 8. */
#include "tick_nrf51.h"

#include "tarn_port.h"
#include "tarn_port_extra.h"

#define TIMER0 0x40008000u

static void (*volatile tick_handler)(void);
static struct {
	bool on;
	uint64_t passed_us; /* up to the last interrupt */
} time;

void port_tick_interrupt(void)
{
	void (*handler)(void) = tick_handler;

	EVENTS_COMPARE0(TIMER0) = 0;
	time.passed_us += CC0(TIMER0);
	if (handler)
		handler();
}

static void run(uint32_t period_us, void (*handler)(void))
{
	tick_handler = handler;
	nvic_enable(PORT_TICK_IRQ, TICK_PRIORITY);
	nrf51_start(TIMER0, BITMODE_32, period_us);
}

static void halt(void)
{
	if (time.on)
		time.passed_us = port_tick_microseconds();
	nrf51_stop(TIMER0);
	nvic_disable(PORT_TICK_IRQ);
	tick_handler = NULL;
}

void port_tick_start(uint32_t period_us, void (*handler)(void))
{
	halt();
	run(period_us, handler);
}

void port_tick_stop(void)
{
	halt();
	if (time.on)
		run(TICK_IDLE_US, NULL);
}

void port_tick_idle(void)
{
	time.on = true;
	run(TICK_IDLE_US, NULL);
}

/* An interrupt that is due has not been counted. */
uint64_t port_tick_microseconds(void)
{
	tarn_port_key key = tarn_port_lock();
	uint64_t microseconds = time.passed_us;

	TASKS_CAPTURE1(TIMER0) = 1;
	if (EVENTS_COMPARE0(TIMER0)) {
		TASKS_CAPTURE1(TIMER0) = 1;
		microseconds += CC0(TIMER0);
	}
	microseconds += CC1(TIMER0);
	tarn_port_unlock(key);
	return microseconds;
}
