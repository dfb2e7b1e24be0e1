/* SPDX-License-Identifier: MIT
 * The tick from the machine timer (mtime, mtimecmp of a CLINT). */
#include "../bare/start.h"
#include "tarn_port_extra.h"

/* A 64-bit register as two words, the lower half first. */
#define MTIMECMP ((volatile uint32_t *)(PORT_TICK_AT + 0x4000))
#define MTIME    ((volatile uint32_t *)(PORT_TICK_AT + 0xBFF8))

#define MIE_MTIE (1u << 7)

static void (*volatile tick_handler)(void);
static uint32_t tick_period;

static uint64_t now(void)
{
	uint32_t high, low;

	do {
		high = MTIME[1];
		low = MTIME[0];
	} while (high != MTIME[1]);
	return (uint64_t)high << 32 | low;
}

/* Writes the halves in an order in which the register is never less than `time`. */
static void wake_at(uint64_t time)
{
	MTIMECMP[1] = UINT32_MAX;
	MTIMECMP[0] = (uint32_t)time;
	MTIMECMP[1] = (uint32_t)(time >> 32);
}

/* The trap handler in startup.c jumps here. */
__attribute__((interrupt("machine"), used)) void port_tick_interrupt(void)
{
	void (*handler)(void) = tick_handler;

	wake_at(now() + tick_period);
	if (handler)
		handler();
}

void port_tick_start(uint32_t period_us, void (*handler)(void))
{
	port_tick_stop();
	tick_handler = handler;
	tick_period = period_us * (PORT_CLOCK_HZ / 1000000);
	wake_at(now() + tick_period);
	__asm volatile("csrs mie, %0" : : "r"(MIE_MTIE) : "memory");
}

void port_tick_stop(void)
{
	__asm volatile("csrc mie, %0" : : "r"(MIE_MTIE) : "memory");
	tick_handler = NULL;
}
