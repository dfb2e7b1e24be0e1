/* SPDX-License-Identifier: MIT
 * What malloc() does where there is no room: the same for newlib and picolibc, but for where errno
 * is. So this is no part of libc_heaps.h, which objects for all libcs have in common. */
#ifndef LIBC_REFUSE_H
#define LIBC_REFUSE_H

#include <errno.h>
#include <stddef.h>

/* Out of line, and left by a jump: malloc() is then six instructions and tarn_alloc(). */
static __attribute__((noinline, cold)) void *libc_refuse(void)
{
	errno = ENOMEM;
	return NULL;
}

#endif
