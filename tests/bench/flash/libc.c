/* SPDX-License-Identifier: MIT
 * Two programs with newlib-nano. The one with WITH_MALLOC calls malloc and free, the other does
 * not. Both have errno and sbrk, which other parts of a libc need, too. The linker keeps more for
 * the first: that is the cost of malloc. The programs are never run. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static uint64_t arena[128];

void *_sbrk(ptrdiff_t bytes);
void *_sbrk(ptrdiff_t bytes)
{
	(void)bytes;
	errno = ENOMEM;
	return arena;
}

void *(*volatile more)(ptrdiff_t) = _sbrk;
void *(*volatile alloc)(size_t);
void (*volatile release)(void *);

void entry(void);
void entry(void)
{
	more(8);
#ifdef WITH_MALLOC
	alloc = malloc;
	release = free;
#endif
}
