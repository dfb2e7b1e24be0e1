/* SPDX-License-Identifier: MIT
 * Level 3 records which function allocated a block: the program's, not the adapter's. */
#include <malloc.h>
#include <stdlib.h>

#include "adapters.h"
#include "tarn_libc.h"

#if TARN_HARDEN >= 3
#define OWNER_BYTES 64 /* the functions below are shorter */

/* Each function returns a block that it allocates itself. (It must not jump to the allocator: then
 * the owner would be its caller.) */
#define OWNER(name, call)                                 \
	__attribute__((noinline)) static void *name(void) \
	{                                                 \
		void *block = call;                       \
                                                          \
		__asm__ volatile("" : "+r"(block));       \
		return block;                             \
	}

OWNER(by_malloc, malloc(40))
OWNER(by_calloc, calloc(10, 4))
OWNER(by_realloc, realloc(NULL, 40))
OWNER(by_memalign, memalign(64, 40))
OWNER(by_aligned_alloc, aligned_alloc(64, 64))

/* Wrappers, which no compiler inlines because of TARN_CALLER. */
static void *wrapper(size_t size)
{
	return tarn_malloc_for(size, TARN_CALLER);
}

static void *wrapper_others(unsigned int which)
{
	if (which == 0)
		return tarn_malloc_zeroed_for(10, 4, TARN_CALLER);
	return which == 1 ? tarn_malloc_aligned_for(64, 40, TARN_CALLER)
			  : tarn_malloc_realloc_for(NULL, 40, TARN_CALLER);
}

OWNER(by_wrapper, wrapper(40))
OWNER(by_zeroed, wrapper_others(0))
OWNER(by_aligned, wrapper_others(1))
OWNER(by_resized, wrapper_others(2))

static uint32_t owner_of(const void *pointer)
{
	struct tarn_block block = {0};

	while (tarn_walk(&tarn_default, &block))
		if (block.pointer == pointer)
			return block.owner;
	return 0;
}

static void owns(void *(*function)(void))
{
	void *block = function();
	uint32_t start = (uint32_t)(uintptr_t)function & ~1u;

	CHECK(owner_of(block) - start < OWNER_BYTES);
	tarn_malloc_free_for(block, NULL);
}

void does_a_leak_name_its_owner(void)
{
	owns(by_malloc);
	owns(by_calloc);
	owns(by_realloc);
	owns(by_memalign);
	owns(by_aligned_alloc);
	owns(by_wrapper);
	owns(by_zeroed);
	owns(by_aligned);
	owns(by_resized);
}
#else
void does_a_leak_name_its_owner(void)
{
}
#endif
