/* SPDX-License-Identifier: MIT
 * A system call that port/newlib/console.c does not need: it fails, because there are no files. */
#include <errno.h>

int _unlink(const char *path);

int _unlink(const char *path)
{
	(void)path;
	errno = ENOENT;
	return -1;
}
