/* SPDX-License-Identifier: MIT
 * A user's program that may have a second heap. BY_HAND: it overrides malloc and free, but not what
 * newlib itself calls. TWINS: also calloc, realloc and the four twins. OTHERS: it calls two more
 * functions, which it does not override. HEAP_4: a kernel's own heap. -Wl,--wrap=malloc: one that
 * replaces malloc. What nobody calls is no second heap. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "tarn_libc.h"

#ifdef BY_HAND
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
#endif

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

static char *from(char *bytes, size_t size)
{
	static size_t used;

	used += (size + 7) & ~(size_t)7;
	return bytes + used - ((size + 7) & ~(size_t)7);
}

#ifdef HEAP_4
char ucHeap[4096] __attribute__((aligned(8)));
void *pvPortMalloc(size_t size);

__attribute__((noinline)) void *pvPortMalloc(size_t size)
{
	return from(ucHeap, size);
}
#else
#define pvPortMalloc malloc
#endif

void *__wrap_malloc(size_t size);

void *__wrap_malloc(size_t size)
{
	static char bytes[4096] __attribute__((aligned(8)));

	return from(bytes, size);
}

void *_sbrk(ptrdiff_t bytes);
void *uncalled(ptrdiff_t size);

void *uncalled(ptrdiff_t size)
{
	return _sbrk(size);
}

static void *volatile block;

int main(void)
{
	block = pvPortMalloc(100);
#ifdef OTHERS
	printf("%p %u\n", memalign(64, 100), (unsigned)malloc_usable_size(block));
#endif
	printf("%s\n", block ? "memory" : "no memory");
	return 0;
}
