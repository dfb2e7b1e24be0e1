/* SPDX-License-Identifier: MIT
 * Milliseconds from the console's own timers. Timer 2 counts 2^14 a second. Timer 3 counts the
 * overflows of timer 2. */
#include "clock.h"

#include "gba.h"
#include "tarn_port.h"

void clock_start(void)
{
	GBA_TIMER_CONTROL(3) = GBA_TIMER_CASCADE | GBA_TIMER_ON;
	GBA_TIMER_CONTROL(2) = GBA_TIMER_SHIFT_10 | GBA_TIMER_ON;
}

static uint32_t counted(void)
{
	uint32_t high;
	uint32_t low;

	do {
		high = GBA_TIMER_COUNT(3);
		low = GBA_TIMER_COUNT(2);
	} while (high != GBA_TIMER_COUNT(3));
	return high << 16 | low;
}

/* The timers wrap after three days. A program that asks at least once in that time gets
 * milliseconds that do not jump. */
uint32_t clock_milliseconds(void)
{
	static uint64_t elapsed;
	static uint32_t before;
	tarn_port_key key = tarn_port_lock();
	uint32_t now = counted();
	uint32_t milliseconds;

	elapsed += now - before;
	before = now;
	milliseconds = (uint32_t)(elapsed * 125 >> 11);
	tarn_port_unlock(key);
	return milliseconds;
}
