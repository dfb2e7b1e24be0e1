/* SPDX-License-Identifier: MIT
 * Milliseconds of real time, from the machine at the other end of the semihosting: no timer of
 * the chip is needed, so the tick and the instruction ruler keep theirs. */
#include "semihosting.h"
#include "tarn_port.h"

/* Bit by bit: Armv6-M has no divide, and libgcc's is not to be needed here. */
static uint64_t divide(uint64_t value, uint32_t by)
{
	uint64_t rest = 0;
	uint64_t quotient = 0;

	for (int bit = 63; bit >= 0; bit--) {
		rest = rest << 1 | (value >> bit & 1);
		quotient <<= 1;
		if (rest >= by) {
			rest -= by;
			quotient |= 1;
		}
	}
	return quotient;
}

/* SYS_ELAPSED counts 64 bits of ticks, so only the sum in milliseconds wraps, as promised.
 * SYS_CLOCK, where that is not there, counts centiseconds and wraps after 497 days. */
uint32_t tarn_port_milliseconds(void)
{
	static uint32_t per_second;
	uint64_t elapsed = 0;

	if (!per_second)
		per_second = (uint32_t)semihosting_call(SEMIHOSTING_TICKFREQ, 0);
	if (per_second == UINT32_MAX || per_second < 1000 ||
	    semihosting_call(SEMIHOSTING_ELAPSED, (uintptr_t)&elapsed))
		return (uint32_t)semihosting_call(SEMIHOSTING_CLOCK, 0) * 10;
	return (uint32_t)divide(elapsed, (uint32_t)divide(per_second, 1000));
}
