/* SPDX-License-Identifier: MIT
 * tarn_on_refused: each NULL of malloc and its relatives is one call, with the address of the
 * caller in the program. */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#ifdef ADAPTERS_NEWLIB
#include <reent.h>
#endif

#include "adapters.h"
#include "../../../port/private/libc_heaps.h"

#define SITE_BYTES 64 /* the functions below are shorter */
#define SMALL      40
#define MEGABYTE   ((size_t)1 << 20) /* more than any arena here */

static struct tarn_refusal last;
static unsigned calls;
static void *kept;

static void note(const struct tarn_refusal *refusal)
{
	last = *refusal;
	calls++;
	errno = 0; /* malloc sets errno after the handler */
}

static inline __attribute__((always_inline)) void *by_posix(size_t size)
{
	void *block = NULL;

	return posix_memalign(&block, 64, size) ? NULL : block;
}

/* Each function returns a block that it allocates itself. (It must not jump to the allocator: then
 * a refusal would name its caller.) */
#define SITE(name, call)                                         \
	__attribute__((noinline)) static void *name(size_t size) \
	{                                                        \
		void *block = call;                              \
                                                                 \
		__asm__ volatile("" : "+r"(block));              \
		return block;                                    \
	}

SITE(from_malloc, malloc(size))
SITE(from_calloc, calloc(1, size))
SITE(from_realloc, realloc(kept, size))
SITE(from_realloc_null, realloc(NULL, size))
SITE(from_reallocarray, reallocarray(NULL, size, 1))
SITE(from_memalign, memalign(64, size))
SITE(from_aligned_alloc, aligned_alloc(64, size))
SITE(from_posix_memalign, by_posix(size))
SITE(from_valloc, valloc(size))
SITE(from_pvalloc, pvalloc(size))
#ifdef ADAPTERS_NEWLIB
SITE(from_malloc_r, _malloc_r(_REENT, size))
SITE(from_calloc_r, _calloc_r(_REENT, size, 1))
SITE(from_realloc_r, _realloc_r(_REENT, NULL, size))
SITE(from_memalign_r, _memalign_r(_REENT, 64, size))
#endif
SITE(from_a_product, calloc(size, size))
SITE(from_a_product_again, reallocarray(kept, size, size))
SITE(from_no_alignment, memalign(size, 8))

static void *(*const sites[])(size_t size) = {
	from_malloc,       from_calloc,   from_realloc,       from_realloc_null,
	from_reallocarray, from_memalign, from_aligned_alloc, from_posix_memalign,
	from_valloc,       from_pvalloc,
#ifdef ADAPTERS_NEWLIB
	from_malloc_r,     from_calloc_r, from_realloc_r,     from_memalign_r,
#endif
};

static struct tarn_heap *last_heap(void)
{
	uint32_t i = 0;

	while (libc_heap(i + 1))
		i++;
	return libc_heap(i);
}

static void is_told(void *(*site)(size_t), size_t size, uint32_t reason, int error)
{
	uintptr_t start = (uintptr_t)site & ~(uintptr_t)1;

	calls = 0;
	errno = 0;
	CHECK(site(size) == NULL);
	CHECK_EQ(calls, 1);
	CHECK(((uintptr_t)last.caller & ~(uintptr_t)1) - start < SITE_BYTES);
	CHECK_EQ(last.reason, reason);
	CHECK(last.heap == last_heap());
	CHECK(!last.name);
	if (site != from_posix_memalign)
		CHECK_EQ(errno, error);
}

void is_each_refusal_told(void)
{
	const size_t half = SIZE_MAX / 2;

	kept = malloc(SMALL);
	tarn_on_refused(note);
	for (unsigned i = 0; i < sizeof(sites) / sizeof(sites[0]); i++) {
		is_told(sites[i], MEGABYTE, TARN_REFUSED_TOO_LARGE, ENOMEM);
		CHECK(last.size >= MEGABYTE);
	}
	is_told(from_a_product, half, TARN_REFUSED_OVERFLOW, ENOMEM);
	is_told(from_a_product_again, half, TARN_REFUSED_OVERFLOW, ENOMEM);
	is_told(from_a_product, 65535, TARN_REFUSED_OVERFLOW, ENOMEM); /* it fits 32 bits */
	is_told(from_a_product_again, 65535, TARN_REFUSED_OVERFLOW, ENOMEM);
	is_told(from_no_alignment, 24, TARN_REFUSED_ALIGNMENT, EINVAL);
	CHECK_EQ(last.align, 0);
	CHECK_EQ(last.size, 8);
	calls = 0;
	for (unsigned i = 0; i < 2; i++) /* a request that is served is not told */
		free(sites[i](SMALL));
	kept = realloc(kept, SMALL * 2);
	CHECK(kept != NULL);
	CHECK_EQ(calls, 0);
	tarn_on_refused(NULL);
	free(kept);
}
