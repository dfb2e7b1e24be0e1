/* SPDX-License-Identifier: MIT
 * What newlib's own malloc takes: C++ allocates what it throws. */
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
