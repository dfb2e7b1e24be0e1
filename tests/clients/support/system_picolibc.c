/* SPDX-License-Identifier: MIT
 * System calls that port/picolibc/console.c does not need: they fail, because there are no
 * files. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

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
