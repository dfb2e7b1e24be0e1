/* SPDX-License-Identifier: MIT
 * Milliseconds of real time, from the machine that serves the semihosting. They take no timer of
 * the chip. So the tick and the counter of instructions keep theirs. */
#include "../bare/console.h"
#include "semihosting.h"

/* SYS_ELAPSED counts ticks in 64 bits, so only the milliseconds wrap, at 2^32, as tarn_port.h says.
 * Without it, SYS_CLOCK counts centiseconds, and wraps after 497 days. */
uint32_t semihosting_milliseconds(void)
{
	static uint32_t per_second;
	uint64_t elapsed = 0;

	if (!per_second)
		per_second = (uint32_t)semihosting_call(SEMIHOSTING_TICKFREQ, 0);
	if (per_second == UINT32_MAX || per_second < 1000 ||
	    semihosting_call(SEMIHOSTING_ELAPSED, (uintptr_t)&elapsed))
		return (uint32_t)semihosting_call(SEMIHOSTING_CLOCK, 0) * 10;
	return (uint32_t)port_divide(elapsed, (uint32_t)port_divide(per_second, 1000));
}
