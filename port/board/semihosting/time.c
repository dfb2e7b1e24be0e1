/* SPDX-License-Identifier: MIT
 * Milliseconds of real time, from the machine at the other end of the semihosting: no timer of
 * the chip is needed, so the tick and the instruction ruler keep theirs. */
#include "../bare/console.h"
#include "semihosting.h"

/* SYS_ELAPSED counts 64 bits of ticks, so only the sum in milliseconds wraps, as promised.
 * SYS_CLOCK, where that is not there, counts centiseconds and wraps after 497 days. */
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
