/* SPDX-License-Identifier: MIT
 * Makes the libc free its own blocks: buffers of stdio, caches of number conversion. The program
 * may not print by it afterwards. Also the system calls that port/malloc/newlib and
 * port/malloc/picolibc do not need: they fail, because there are no files. */
#include <errno.h>
#include <stdio.h>

#include "client.h"

#if defined(__PICOLIBC__)
#include <fcntl.h>
#include <unistd.h>

/* It keeps nothing. */
void client_free_libc(void)
{
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
#elif defined(__NEWLIB__)
#include <reent.h>

int _unlink(const char *path);

/* It keeps all its blocks in a struct _reent, and frees those of one that is not in use. But
 * newlib-nano then forgets the buffers of streams. */
void client_free_libc(void)
{
	static struct _reent spare;
	struct _reent *used = _impure_ptr;

	fclose(stdout);
	fclose(stderr);
	_REENT_INIT_PTR(&spare);
	_impure_ptr = &spare;
	_reclaim_reent(used);
	used->__cleanup = NULL; /* or exit() walks the streams, which are gone */
}

int _unlink(const char *path)
{
	(void)path;
	errno = ENOENT;
	return -1;
}
#else
extern void __libc_freeres(void); /* glibc has it for memory checkers */

void client_free_libc(void)
{
	__libc_freeres();
}
#endif
