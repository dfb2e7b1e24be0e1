/* SPDX-License-Identifier: MIT
 * A user's second heap. HEAP_4: a kernel's own. WRAPPED: it replaces malloc by --wrap. No second
 * heap are HEAP_3, a kernel's functions that call malloc, and UNCALLED, a function that nobody
 * calls. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(HEAP_4) || defined(WRAPPED)
static char *from(char *bytes, size_t size)
{
	static size_t used;

	used += (size + 7) & ~(size_t)7;
	return bytes + used - ((size + 7) & ~(size_t)7);
}
#endif

#ifdef HEAP_4
char ucHeap[4096] __attribute__((aligned(8)));
void *pvPortMalloc(size_t size);

__attribute__((noinline)) void *pvPortMalloc(size_t size)
{
	return from(ucHeap, size);
}
#elif defined(HEAP_3)
void *pvPortMalloc(size_t size);

void *pvPortMalloc(size_t size)
{
	return malloc(size);
}
#else
#define pvPortMalloc malloc
#endif

#ifdef WRAPPED
void *__wrap_malloc(size_t size);

void *__wrap_malloc(size_t size)
{
	static char bytes[4096] __attribute__((aligned(8)));

	return from(bytes, size);
}
#endif

#ifdef UNCALLED
void *_sbrk(ptrdiff_t bytes);
void *uncalled(ptrdiff_t size);

void *uncalled(ptrdiff_t size)
{
	return _sbrk(size);
}
#endif

static void *volatile block;

int main(void)
{
	block = pvPortMalloc(100);
	printf("%s\n", block ? "memory" : "no memory");
	return 0;
}
