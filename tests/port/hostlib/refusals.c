/* SPDX-License-Identifier: MIT
 * tarn_on_refused() with malloc: the handler is called once for each NULL, with the program's
 * address. */
#define _DEFAULT_SOURCE
#include "hostlib.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

#include "tarn_refused.h"
#pragma weak tarn_on_refused

static struct tarn_refusal last;
static unsigned int calls;
static size_t count = 1;

static void note(const struct tarn_refusal *refusal)
{
	last = *refusal;
	calls++;
	free(opaque(malloc(100))); /* a handler may */
	errno = 0;
}

/* Each allocates a block itself, so the handler must name this function. */
#define SITE(name, call)                                                    \
	__attribute__((noinline)) static void *name(void *old, size_t size) \
	{                                                                   \
		void *block = call;                                         \
                                                                            \
		__asm__ volatile("" : "+r"(block), "+r"(old) : : "memory"); \
		return block;                                               \
	}

SITE(from_malloc, malloc(size))
SITE(from_calloc, calloc(count, size))
SITE(from_realloc, realloc(old, size))
SITE(from_memalign, memalign(64, size))

static void is_told(void *(*site)(void *, size_t), void *old, size_t size, uint32_t reason)
{
	errno = 0;
	calls = 0;
	CHECK(!site(old, size) && errno == ENOMEM);
	CHECK(calls == 1 && last.reason == reason && last.untold == 0);
	CHECK((uintptr_t)last.caller - (uintptr_t)site < 256);
	CHECK(last.heap && !last.name);
}

void are_refusals_told(unsigned int seed)
{
	const size_t huge = (size_t)1 << 40;
	void *block = opaque(malloc(10));

	(void)seed;
	CHECK(tarn_on_refused);
	tarn_on_refused(note);
	is_told(from_malloc, NULL, huge, TARN_REFUSED_TOO_LARGE);
	is_told(from_calloc, NULL, huge, TARN_REFUSED_OVERFLOW);
	is_told(from_realloc, NULL, huge, TARN_REFUSED_TOO_LARGE);
	is_told(from_realloc, block, huge, TARN_REFUSED_TOO_LARGE);
	is_told(from_memalign, NULL, huge, TARN_REFUSED_TOO_LARGE);
	count = SIZE_MAX / 2;
	is_told(from_calloc, NULL, huge, TARN_REFUSED_OVERFLOW);
	calls = 0;
	for (size_t size = 1; size < (size_t)48 << 20; size *= 2) /* into another heap */
		block = opaque(realloc(block, size));
	CHECK(block && calls == 0);
	free(block);
	tarn_on_refused(NULL);
}
