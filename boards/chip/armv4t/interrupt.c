/* SPDX-License-Identifier: MIT
 * The interrupts of this port. Timer 0 is the tick. Timer 1 is the urgent tick, which preempts the
 * tick's handler, too. The third is the vertical blank: at each, the dispatcher checks the
 * stack. */
#include "interrupt.h"

#include "../bare/start.h"
#include "gba.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

#define TICK   GBA_IRQ_TIMER(0)
#define URGENT GBA_IRQ_TIMER(1)

volatile uint32_t tarn_port_context;

static void (*volatile tick_handler)(void);
static void (*volatile urgent_handler)(void);

static void call(void (*handler)(void), uint32_t context)
{
	uint32_t interrupted = tarn_port_context;

	tarn_port_context = context;
	if (handler)
		handler();
	tarn_port_context = interrupted;
}

/* Other interrupts may come while the handler runs, but not another tick. */
static void serve_tick(void)
{
	GBA_IF = TICK;
	GBA_IE &= (uint16_t)~TICK;
	port_irq_on();
	call(tick_handler, 1);
	port_irq_off();
	GBA_IE |= TICK;
}

/* Serves the most urgent one. Any other that is pending interrupts again. */
void port_interrupt_serve(void)
{
	uint32_t pending = GBA_IE & GBA_IF;

	if (pending & GBA_IRQ_VBLANK) {
		GBA_IF = GBA_IRQ_VBLANK;
		GBA_BIOS_FLAGS |= GBA_IRQ_VBLANK;
	} else if (pending & URGENT) {
		GBA_IF = URGENT;
		call(urgent_handler, 2);
	} else if (pending & TICK) {
		serve_tick();
	}
}

/* This processor has no memory protection. A console answers a read of an unmapped address with
 * what was last on the bus. So a wild access goes unnoticed. */
void port_stack_overflowed(void)
{
	port_fault_end(true);
}

static void enable(uint32_t which)
{
	tarn_port_key key = tarn_port_lock();

	GBA_IF = (uint16_t)which;
	GBA_IE |= (uint16_t)which;
	tarn_port_unlock(key);
}

static void disable(uint32_t which)
{
	tarn_port_key key = tarn_port_lock();

	GBA_IE &= (uint16_t)~which;
	GBA_IF = (uint16_t)which;
	tarn_port_unlock(key);
}

void port_watch_start(void)
{
	GBA_DISPSTAT |= GBA_DISPSTAT_VBLANK;
	enable(GBA_IRQ_VBLANK);
}

/* Counts 2^18 a second, up to the quarter of a second that 16 bits hold. Counts 2^14 a second for
 * longer periods. */
static void timer_start(uint32_t timer, uint32_t period_us)
{
	bool slow = period_us > 240000;
	uint32_t counts = slow ? period_us / 61 : period_us * 4 / 15;

	if (counts == 0)
		counts = 1;
	GBA_TIMER_COUNT(timer) = (uint16_t)(0x10000 - counts);
	GBA_TIMER_CONTROL(timer) = (uint16_t)((slow ? GBA_TIMER_SHIFT_10 : GBA_TIMER_SHIFT_6) |
					      GBA_TIMER_IRQ | GBA_TIMER_ON);
}

void port_tick_start(uint32_t period_us, void (*handler)(void))
{
	port_tick_stop();
	tick_handler = handler;
	timer_start(0, period_us);
	enable(TICK);
}

void port_tick_stop(void)
{
	GBA_TIMER_CONTROL(0) = 0;
	disable(TICK);
	tick_handler = 0;
}

bool port_urgent_start(uint32_t period_us, void (*handler)(void))
{
	port_urgent_stop();
	urgent_handler = handler;
	timer_start(1, period_us);
	enable(URGENT);
	return true;
}

void port_urgent_stop(void)
{
	GBA_TIMER_CONTROL(1) = 0;
	disable(URGENT);
	urgent_handler = 0;
}
