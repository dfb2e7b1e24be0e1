/* SPDX-License-Identifier: MIT
 * Milliseconds since the machine's start, for time() and clock() of either libc. */
#ifndef PORT_CLOCK_H
#define PORT_CLOCK_H

#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

#include "tarn_port.h"

static inline int clock_read(struct timeval *now)
{
	uint32_t milliseconds = tarn_port_milliseconds();

	now->tv_sec = milliseconds / 1000;
	now->tv_usec = (suseconds_t)(milliseconds % 1000) * 1000;
	return 0;
}

static inline clock_t clock_used(struct tms *times)
{
	clock_t now = (clock_t)((uint64_t)tarn_port_milliseconds() * CLOCKS_PER_SEC / 1000);

	*times = (struct tms){.tms_utime = now};
	return now;
}

#endif
