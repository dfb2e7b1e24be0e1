/* SPDX-License-Identifier: MIT
 * The tick from SysTick, a timer that Armv7-M and later have, and Armv6-M may have. */
#include "cycles.h"
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
#define CLOCK_MHZ      (PORT_CLOCK_HZ / 1000000)

/* The period in microseconds, which may be less than was asked for. 0: the timer is halted. */
static uint32_t period;

void port_tick_interrupt(void)
{
	tick_served(period);
}

static uint32_t reload(uint32_t period_us)
{
	uint64_t ticks = (uint64_t)period_us * CLOCK_MHZ;

	if (ticks < 2)
		return 1;
	return ticks > RELOAD_MAX ? RELOAD_MAX : (uint32_t)ticks - 1;
}

void tick_source_run(uint32_t period_us)
{
	uint32_t last = reload(period_us);

	period = (last + 1) / CLOCK_MHZ;
	SCB_SHPR3 |= TICK_PRIORITY << SHPR3_SYSTICK;
	SYST_RVR = last;
	SYST_CVR = 0;
	SYST_CSR = CSR_ENABLE | CSR_TICKINT | CSR_CLKSOURCE;
}

/* An interrupt that is pending when the timer stops still comes. It counts no time. */
void tick_source_halt(void)
{
	SYST_CSR = 0;
	period = 0;
}

uint32_t tick_source_elapsed_us(void)
{
	uint32_t left = SYST_CVR;
	uint32_t due = 0;

	if (SCB_ICSR & ICSR_PENDSTSET) {
		left = SYST_CVR;
		due = period;
	}
	return due + (SYST_RVR - left) / CLOCK_MHZ;
}

/* The counter needs no capture: nobody reads what is written to `nothing`. */
bool tick_source_cycles(struct port_cycles *cycles)
{
	static volatile uint32_t nothing;

	*cycles = (struct port_cycles){
		.name = "SysTick",
		.capture = &nothing,
		.count = &SYST_CVR,
		.span = SYST_RVR + 1,
		.down = true,
	};
	return period != 0;
}
