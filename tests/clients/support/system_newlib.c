/* SPDX-License-Identifier: MIT
 * System calls that port/newlib/console.c has no use for: behind time() and clock(), milliseconds
 * since the machine's start; and unlink(), where there are no files. */
#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>

#include "tarn_port.h"

int _gettimeofday(struct timeval *now, void *zone);
clock_t _times(struct tms *times);
int _unlink(const char *path);

int _gettimeofday(struct timeval *now, void *zone)
{
	uint32_t milliseconds = tarn_port_milliseconds();

	(void)zone;
	now->tv_sec = milliseconds / 1000;
	now->tv_usec = (suseconds_t)(milliseconds % 1000) * 1000;
	return 0;
}

clock_t _times(struct tms *times)
{
	clock_t now = (clock_t)((uint64_t)tarn_port_milliseconds() * CLOCKS_PER_SEC / 1000);

	*times = (struct tms){.tms_utime = now};
	return now;
}

int _unlink(const char *path)
{
	(void)path;
	errno = ENOENT;
	return -1;
}
