/* SPDX-License-Identifier: MIT
 * The tick from SysTick, the timer that Armv7-M and later have (and Armv6-M may have). */
#include "tarn_port_extra.h"
#include "tick.h"

#define SYST_CSR (*(volatile uint32_t *)0xE000E010)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018)

#define SCB_SHPR3 (*(volatile uint32_t *)0xE000ED20)

#define SHPR3_SYSTICK 24
#define CSR_ENABLE    1u
#define CSR_TICKINT   2u
#define CSR_CLKSOURCE 4u /* the core's clock */
#define RELOAD_MAX    0xFFFFFFu

static void (*volatile tick_handler)(void);

void port_tick_interrupt(void)
{
	void (*handler)(void) = tick_handler;

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

void port_tick_start(uint32_t period_us, void (*handler)(void))
{
	port_tick_stop();
	tick_handler = handler;
	SCB_SHPR3 |= TICK_PRIORITY << SHPR3_SYSTICK;
	SYST_RVR = reload(period_us);
	SYST_CVR = 0;
	SYST_CSR = CSR_ENABLE | CSR_TICKINT | CSR_CLKSOURCE;
}

/* An interrupt that was already pending when the timer stopped still comes, and finds no
 * handler. */
void port_tick_stop(void)
{
	SYST_CSR = 0;
	tick_handler = 0;
}
