/* SPDX-License-Identifier: MIT
 * A user's program that overrides malloc by hand. By default, it overrides malloc and free alone.
 * TWINS: also calloc, realloc and the four twins, which newlib itself calls. ALIGNED, USABLE: it
 * calls one more function, which it does not override. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "tarn_libc.h"

void *malloc(size_t size)
{
	return tarn_alloc(&tarn_default, size);
}
TARN_IS(malloc);

void free(void *block)
{
	tarn_free(&tarn_default, block);
}
TARN_IS(free);

#ifdef TWINS
void *calloc(size_t count, size_t size)
{
	return tarn_alloc_zeroed(&tarn_default, count, size);
}
TARN_IS(calloc);

void *realloc(void *block, size_t size)
{
	return tarn_realloc(&tarn_default, block, size);
}
TARN_IS(realloc);

void *_malloc_r(struct _reent *reent, size_t size)
{
	(void)reent;
	return malloc(size);
}
TARN_IS(_malloc_r);

void _free_r(struct _reent *reent, void *block)
{
	(void)reent;
	free(block);
}
TARN_IS(_free_r);

void *_calloc_r(struct _reent *reent, size_t count, size_t size)
{
	(void)reent;
	return calloc(count, size);
}
TARN_IS(_calloc_r);

void *_realloc_r(struct _reent *reent, void *block, size_t size)
{
	(void)reent;
	return realloc(block, size);
}
TARN_IS(_realloc_r);
#endif

int main(void)
{
	char *block = malloc(100);

#ifdef ALIGNED
	printf("aligned: %p\n", memalign(64, 100));
#endif
#ifdef USABLE
	printf("usable: %u\n", (unsigned)malloc_usable_size(block));
#endif
	printf("%s\n", block ? "memory" : "no memory");
	free(block);
	return 0;
}
