/* SPDX-License-Identifier: MIT
 * malloc, free, calloc: what a program may rely on, with any libc. */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include "adapters.h"
#include "tarn.h"

/* The alignment of max_align_t. On a RISC-V it is a long double's 16, which needs TARN_ALIGN=16
 * (port/README.md). */
#define ALIGNMENT (_Alignof(max_align_t) < TARN_ALIGN ? _Alignof(max_align_t) : TARN_ALIGN)

static void zero_bytes_are_a_block(void)
{
	char *one = malloc(0);
	char *other = malloc(0);
	char *cleared = calloc(0, 8);

	CHECK(one && other && cleared);
	CHECK(one != other && one != cleared && other != cleared);
	free(one);
	free(other);
	free(cleared);
}

static void every_block_is_aligned_and_ours(void)
{
	for (size_t size = 1; size <= 200; size += 3) {
		char *block = malloc(size);

		if (!CHECK(block != NULL))
			return;
		CHECK_EQ((uintptr_t)block % ALIGNMENT, 0);
		CHECK(tarn_owns(&tarn_default, block));
		CHECK(malloc_usable_size(block) >= size);
		fill(block, malloc_usable_size(block), (unsigned)size);
		CHECK(holds(block, size, (unsigned)size));
		free(block);
	}
}

static void calloc_clears(void)
{
	char *dirty = malloc(100);
	char *block;
	int set = 0;

	fill(dirty, 100, 1);
	free(dirty);
	block = calloc(25, 4);
	for (int i = 0; i < 100; i++)
		set += block[i] != 0;
	CHECK_EQ(set, 0);
	free(block);
}

static void what_cannot_be_had_is_enomem(void)
{
	REFUSED(malloc(TOO_LARGE), ENOMEM);
	REFUSED(malloc(SIZE_MAX), ENOMEM);
	REFUSED(malloc(SIZE_MAX - 7), ENOMEM);
	REFUSED(calloc(1, TOO_LARGE), ENOMEM);
	REFUSED(calloc(SIZE_MAX / 4 + 2, 4), ENOMEM); /* 4 bytes, if it wrapped */
	REFUSED(calloc(4, SIZE_MAX / 4 + 2), ENOMEM);
	REFUSED(calloc(SIZE_MAX, SIZE_MAX), ENOMEM);
}

static void success_leaves_errno_alone(void)
{
	void *block;

	errno = EDOM;
	block = malloc(10);
	CHECK_EQ(errno, EDOM);
	free(block);
	CHECK_EQ(errno, EDOM);
	block = calloc(3, 5);
	free(block);
	free(NULL);
	CHECK_EQ(errno, EDOM);
	CHECK_EQ(malloc_usable_size(NULL), 0);
}

void does_malloc_keep_its_promises(void)
{
	size_t live = adapters_live();

	zero_bytes_are_a_block();
	every_block_is_aligned_and_ours();
	calloc_clears();
	what_cannot_be_had_is_enomem();
	success_leaves_errno_alone();
	CHECK_EQ(adapters_live(), live);
}
