/* SPDX-License-Identifier: MIT
 * System calls that port/picolibc/console.c does not need. time() and clock() use milliseconds
 * since the machine's start. The calls for files fail, because there are none. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "clock.h"

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	(void)zone;
	return clock_read(now);
}

clock_t times(struct tms *times)
{
	return clock_used(times);
}

static int refuse(int error)
{
	errno = error;
	return -1;
}

int open(const char *path, int flags, ...)
{
	(void)path, (void)flags;
	return refuse(ENOENT);
}

int unlink(const char *path)
{
	(void)path;
	return refuse(ENOENT);
}

int close(int file)
{
	(void)file;
	return refuse(EBADF);
}

ssize_t read(int file, void *bytes, size_t room)
{
	(void)file, (void)bytes, (void)room;
	return refuse(EBADF);
}

ssize_t write(int file, const void *bytes, size_t length)
{
	(void)file, (void)bytes, (void)length;
	return refuse(EBADF);
}

off_t lseek(int file, off_t offset, int whence)
{
	(void)file, (void)offset, (void)whence;
	return refuse(EBADF);
}
