/* SPDX-License-Identifier: MIT
 * System calls that port/newlib/console.c does not need. time() and clock() use milliseconds since
 * the machine's start. unlink() fails, because there are no files. */
#include <errno.h>

#include "clock.h"

int _gettimeofday(struct timeval *now, void *zone);
clock_t _times(struct tms *times);
int _unlink(const char *path);

int _gettimeofday(struct timeval *now, void *zone)
{
	(void)zone;
	return clock_read(now);
}

clock_t _times(struct tms *times)
{
	return clock_used(times);
}

int _unlink(const char *path)
{
	(void)path;
	errno = ENOENT;
	return -1;
}
