/* SPDX-License-Identifier: MIT
 * What malloc() does if there is no room. newlib and picolibc keep errno in different places, so
 * each compiles this for itself. The objects of libc_heaps.h are the same for all libcs. */
#ifndef LIBC_REFUSE_H
#define LIBC_REFUSE_H

#include <errno.h>
#include <stddef.h>

/* Out of line, so that malloc() is six instructions and tarn_alloc(). malloc() jumps to it. */
static __attribute__((noinline, cold)) void *libc_refuse(void)
{
	errno = ENOMEM;
	return NULL;
}

#endif
