/* SPDX-License-Identifier: MIT
 * Who called malloc or a relative? tarn_on_refused hears of each NULL once, with the address of the
 * caller in the program. At level 3 the caller owns the block. With tags, its tag is charged. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#ifdef ADAPTERS_NEWLIB
#include <reent.h>
#endif

#include "adapters.h"
#include "tarn_refused.h"
#include "tarn_tag.h"
#ifdef __linux__
#pragma weak tarn_on_refused
#define SITE_BYTES 256               /* the functions below are shorter */
#define MUCH       ((size_t)1 << 27) /* an arena has no room for so much */
#else
#include "../../../port/private/libc_heaps.h"
#include "tarn_libc.h"
#define SITE_BYTES 64
#define MUCH       ((size_t)1 << 20) /* more than any arena here */
#endif
#define SMALL 40

static struct tarn_refusal last;
static unsigned calls;
static void *kept;

static void note(const struct tarn_refusal *refusal)
{
	last = *refusal;
	calls++;
	errno = 0; /* malloc sets errno after the handler */
#ifdef __linux__
	free(malloc(100)); /* a handler may */
#endif
}

static inline __attribute__((always_inline)) void *by_posix(size_t size)
{
	void *block = NULL;

	return posix_memalign(&block, 64, size) ? NULL : block;
}

/* Each function returns a block that it allocates itself. (It must not jump to the allocator: then
 * its caller would be named.) */
#define SITE(name, call)                                         \
	__attribute__((noinline)) static void *name(size_t size) \
	{                                                        \
		void *block = call;                              \
                                                                 \
		(void)size;                                      \
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
#ifndef __linux__
SITE(from_no_alignment, memalign(size, 8))
#endif

static void *(*const sites[])(size_t size) = {
	from_malloc,       from_calloc,   from_realloc,       from_realloc_null,
	from_reallocarray, from_memalign, from_aligned_alloc, from_posix_memalign,
	from_valloc,       from_pvalloc,
#ifdef ADAPTERS_NEWLIB
	from_malloc_r,     from_calloc_r, from_realloc_r,     from_memalign_r,
#endif
};

static bool is_in(uintptr_t address, void *(*site)(size_t))
{
	return (address & ~(uintptr_t)1) - ((uintptr_t)site & ~(uintptr_t)1) < SITE_BYTES;
}

static bool is_the_last_heap(const struct tarn_heap *heap)
{
#ifdef __linux__
	return heap != NULL;
#else
	uint32_t i = 0;

	while (libc_heap(i + 1))
		i++;
	return heap == libc_heap(i);
#endif
}

static void is_told(void *(*site)(size_t), size_t size, uint32_t reason, int error)
{
	calls = 0;
	errno = 0;
	CHECK(site(size) == NULL);
	CHECK_EQ(calls, 1);
	CHECK(is_in((uintptr_t)last.caller, site));
	CHECK_EQ(last.reason, reason);
	CHECK(is_the_last_heap(last.heap) && !last.name);
	if (site != from_posix_memalign)
		CHECK_EQ(errno, error);
}

void is_each_refusal_told(void)
{
	const size_t half = SIZE_MAX / 2;
	const size_t root = (size_t)1 << (sizeof(size_t) * 4); /* its square wraps to 0 */

	kept = malloc(SMALL);
	tarn_on_refused(note);
	for (unsigned i = 0; i < sizeof(sites) / sizeof(sites[0]); i++) {
		is_told(sites[i], MUCH, TARN_REFUSED_TOO_LARGE, ENOMEM);
		CHECK(last.size >= MUCH);
	}
	is_told(from_a_product, half, TARN_REFUSED_OVERFLOW, ENOMEM);
	is_told(from_a_product_again, half, TARN_REFUSED_OVERFLOW, ENOMEM);
	is_told(from_a_product, root, TARN_REFUSED_OVERFLOW, ENOMEM);
	is_told(from_a_product_again, root, TARN_REFUSED_OVERFLOW, ENOMEM);
#ifndef __linux__
	is_told(from_a_product, root - 1, TARN_REFUSED_OVERFLOW, ENOMEM); /* it fits 32 bits */
	is_told(from_no_alignment, 24, TARN_REFUSED_ALIGNMENT, EINVAL);
	CHECK_EQ(last.align, 0);
	CHECK_EQ(last.size, 8);
#endif
	calls = 0;
	for (unsigned i = 0; i < 2; i++) /* a request that is served is not told */
		free(sites[i](SMALL));
	kept = realloc(kept, SMALL * 2);
	CHECK(kept != NULL);
	CHECK_EQ(calls, 0);
	tarn_on_refused(NULL);
	free(kept);
	kept = NULL;
}

/* ---- Owners -------------------------------------------------------------------------------- */

#ifndef __linux__
/* Wrappers, which no compiler inlines because of TARN_CALLER. */
static void *wrapper(unsigned which)
{
	if (which == 0)
		return tarn_malloc_for(SMALL, TARN_CALLER);
	if (which == 1)
		return tarn_malloc_zeroed_for(10, 4, TARN_CALLER);
	return which == 2 ? tarn_malloc_aligned_for(64, 40, TARN_CALLER)
			  : tarn_malloc_realloc_for(NULL, 40, TARN_CALLER);
}

SITE(by_wrapper, wrapper(0))
SITE(by_zeroed, wrapper(1))
SITE(by_aligned, wrapper(2))
SITE(by_resized, wrapper(3))
#endif

static void owns(void *(*site)(size_t))
{
	void *block = site(SMALL);

	CHECK(owner_of(block) - ((uint32_t)(uintptr_t)site & ~1u) < SITE_BYTES);
#ifdef __linux__
	free(block);
#else
	tarn_malloc_free_for(block, NULL);
#endif
}

/* A page is too large for the small boards. */
static bool fits(void *(*site)(size_t))
{
	return (site != from_valloc && site != from_pvalloc) || room_for_pages();
}

void does_a_leak_name_its_owner(void)
{
	if (TARN_HARDEN < 3)
		return;
#ifndef __linux__
	owns(by_wrapper);
	owns(by_zeroed);
	owns(by_aligned);
	owns(by_resized);
#endif
	for (unsigned i = 0; i < sizeof(sites) / sizeof(sites[0]); i++)
		if (fits(sites[i]))
			owns(sites[i]);
}

/* ---- Tags: each call charges the tag that its context entered -------------------------------- */

#if TARN_TAGS > 0
enum { MAIN = 1, OTHER = 2 };

static void all_are_charged(uint32_t tag)
{
	for (unsigned i = 0; i < sizeof(sites) / sizeof(sites[0]); i++) {
		void *block = fits(sites[i]) ? sites[i](SMALL) : NULL;

		CHECK(!block || tarn_tag_of(&tarn_default, block) == tag);
		free(block);
	}
	kept = strdup("who entered the tag, not who calls malloc");
	CHECK_EQ(tarn_tag_of(&tarn_default, kept), tag);
	free(kept);
	kept = NULL;
}

/* Whoever calls realloc. */
static void a_block_keeps_its_tag(void)
{
	void *block;

	tarn_tag_enter(MAIN);
	block = malloc(40);
	tarn_tag_leave(MAIN);
	tarn_tag_enter(OTHER);
	block = realloc(block, 1000);
	tarn_tag_leave(OTHER);
	CHECK_EQ(tarn_tag_of(&tarn_default, block), MAIN);
	free(block);
}

void does_malloc_charge_who_called(void)
{
	all_are_charged(TARN_UNTAGGED);
	tarn_tag_enter(MAIN);
	all_are_charged(MAIN);
	tarn_tag_enter(OTHER);
	all_are_charged(OTHER);
	tarn_tag_leave(OTHER);
	all_are_charged(MAIN);
	tarn_tag_leave(MAIN);
	a_block_keeps_its_tag();
}
#else
void does_malloc_charge_who_called(void)
{
}
#endif
