/* SPDX-License-Identifier: MIT
 * Makes the libc free its own blocks: buffers of stdio, caches of number conversion. The program
 * may not print by it afterwards. Also a system call that port/malloc/newlib does not need: it
 * fails, because there are no files. */
#include <errno.h>
#include <stdio.h>

#include "client.h"

#if defined(__NEWLIB__)
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
