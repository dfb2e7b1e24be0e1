/* SPDX-License-Identifier: MIT
 * Memory for newlib's own malloc: C++ allocates the objects that it throws. */
#include <stddef.h>

static _Alignas(8) unsigned char memory[8192];
static ptrdiff_t used;

void *_sbrk(ptrdiff_t bytes);
void *_sbrk(ptrdiff_t bytes)
{
	unsigned char *here = memory + used;

	if (bytes > (ptrdiff_t)sizeof(memory) - used)
		return (void *)-1; /* NOLINT(performance-no-int-to-ptr): as sbrk says so */
	used += bytes;
	return here;
}
