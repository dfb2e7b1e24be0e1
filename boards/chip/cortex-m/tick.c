/* SPDX-License-Identifier: MIT
 * The tick, on whichever timer the board has (tick.h): its handler, and the time that it counts.
 * Also the urgent tick, on a second timer. */
#include "tick.h"

#include "tarn_port.h"
#include "tarn_port_extra.h"

static void (*volatile tick_handler)(void);
static struct {
	bool on;
	uint64_t passed_us; /* until the last interrupt */
} time;

void tick_served(uint32_t period_us)
{
	void (*handler)(void) = tick_handler;

	time.passed_us += period_us;
	if (handler)
		handler();
}

static void run(uint32_t period_us, void (*handler)(void))
{
	tick_handler = handler;
	tick_source_run(period_us);
}

/* A pending interrupt may still come. It then finds no handler. */
static void halt(void)
{
	if (time.on)
		time.passed_us = port_tick_microseconds();
	tick_source_halt();
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

uint64_t port_tick_microseconds(void)
{
	tarn_port_key key = tarn_port_lock();
	uint64_t microseconds = time.passed_us + tick_source_elapsed_us();

	tarn_port_unlock(key);
	return microseconds;
}

/* ---- The urgent tick ----------------------------------------------------------------------- */

#ifdef PORT_URGENT_IRQ
static void (*volatile urgent_handler)(void);

void urgent_served(void)
{
	void (*handler)(void) = urgent_handler;

	if (handler)
		handler();
}

bool port_urgent_start(uint32_t period_us, void (*handler)(void))
{
	port_urgent_stop();
	urgent_handler = handler;
	nvic_enable(PORT_URGENT_IRQ, URGENT_PRIORITY);
	urgent_source_run(period_us);
	return true;
}

void port_urgent_stop(void)
{
	urgent_source_halt();
	nvic_disable(PORT_URGENT_IRQ);
	urgent_handler = NULL;
}
#endif
