/* SPDX-License-Identifier: MIT
 * The tick from SysTick, the timer that Armv7-M and later have (and Armv6-M may have). */
#include "tarn_port.h"
#include "tarn_port_extra.h"
#include "tick.h"

#define SYST_CSR (*(volatile uint32_t *)0xE000E010)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018)

#define SCB_ICSR  (*(volatile uint32_t *)0xE000ED04)
#define SCB_SHPR3 (*(volatile uint32_t *)0xE000ED20)

#define ICSR_PENDSTSET (1u << 26)
#define SHPR3_SYSTICK  24
#define CSR_ENABLE     1u
#define CSR_TICKINT    2u
#define CSR_CLKSOURCE  4u /* the core's clock */
#define RELOAD_MAX     0xFFFFFFu

static void (*volatile tick_handler)(void);
static struct {
	bool on;
	uint32_t period_us;
	uint64_t passed_us; /* up to the last interrupt */
} time;

void port_tick_interrupt(void)
{
	void (*handler)(void) = tick_handler;

	time.passed_us += time.period_us;
	if (handler)
		handler();
}

static uint32_t reload(uint32_t period_us)
{
	uint64_t ticks = (uint64_t)period_us * (PORT_CLOCK_HZ / 1000000);

	if (ticks < 2)
		return 1;
	return ticks > RELOAD_MAX ? RELOAD_MAX : (uint32_t)ticks - 1;
}

static void run(uint32_t period_us, void (*handler)(void))
{
	tick_handler = handler;
	time.period_us = period_us;
	SCB_SHPR3 |= TICK_PRIORITY << SHPR3_SYSTICK;
	SYST_RVR = reload(period_us);
	SYST_CVR = 0;
	SYST_CSR = CSR_ENABLE | CSR_TICKINT | CSR_CLKSOURCE;
}

/* An interrupt that was already pending when the timer stopped still comes, and finds no
 * handler. */
static void halt(void)
{
	if (time.on)
		time.passed_us = port_tick_microseconds();
	SYST_CSR = 0;
	tick_handler = 0;
	time.period_us = 0;
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
	uint32_t left = SYST_CVR;
	uint64_t microseconds = time.passed_us;

	if (SCB_ICSR & ICSR_PENDSTSET) {
		left = SYST_CVR;
		microseconds += time.period_us;
	}
	microseconds += (SYST_RVR - left) / (PORT_CLOCK_HZ / 1000000);
	tarn_port_unlock(key);
	return microseconds;
}
