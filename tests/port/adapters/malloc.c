/* SPDX-License-Identifier: MIT
 * What a program may rely on, with any libc: malloc, calloc, free, realloc and its relatives,
 * aligned requests, counters, and a heap that is full. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "adapters.h"
#include "tarn.h"

/* The alignment of max_align_t. On a RISC-V it is a long double's 16, which needs TARN_ALIGN=16
 * (port/README.md). */
#define ALIGNMENT (_Alignof(max_align_t) < TARN_ALIGN ? _Alignof(max_align_t) : TARN_ALIGN)

#ifdef __linux__
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* mallinfo() */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wuse-after-free" /* a refused reallocarray frees nothing */
#endif
#define GLIBC    true
#define LARGEST  5000u
#define STEP     7u
#define reallocf realloc
#else
#define GLIBC   false
#define LARGEST 300u
#define STEP    3u
#endif

/* The compiler foresees calls with constants that cannot succeed. */
static volatile size_t most = SIZE_MAX;
static volatile size_t no_power = 24; /* of two */

void fill(void *block, size_t bytes, unsigned seed)
{
	unsigned char *byte = block;

	for (size_t i = 0; i < bytes; i++)
		byte[i] = (unsigned char)(seed + i * 7);
}

bool holds(const void *block, size_t bytes, unsigned seed)
{
	const unsigned char *byte = block;

	for (size_t i = 0; i < bytes; i++)
		/* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): filled */
		if (byte[i] != (unsigned char)(seed + i * 7))
			return false;
	return true;
}

/* ---- malloc, calloc, free ------------------------------------------------------------------ */

static void zero_bytes_are_a_block(void)
{
	char *one = malloc(0);
	char *cleared = calloc(0, 8);

	CHECK(one && cleared && one != cleared && is_ours(one) && is_ours(cleared));
	free(one);
	free(cleared);
}

static void every_block_is_aligned_and_ours(void)
{
	for (size_t size = 1; size <= LARGEST; size += STEP) {
		char *block = malloc(size);
		char *zeroed = calloc(1, size);
		unsigned set = 0;

		if (!CHECK(block && zeroed))
			return;
		CHECK_EQ(((uintptr_t)block | (uintptr_t)zeroed) % ALIGNMENT, 0);
		CHECK(is_ours(block) && malloc_usable_size(block) >= size);
		for (size_t i = 0; i < size; i++)
			set += zeroed[i] != 0;
		CHECK_EQ(set, 0);
		fill(block, malloc_usable_size(block), (unsigned)size);
		fill(zeroed, malloc_usable_size(zeroed), 1);
		CHECK(holds(block, malloc_usable_size(block), (unsigned)size));
		free(zeroed); /* the next calloc clears these bytes */
		free(block);
	}
}

static void what_cannot_be_had_is_enomem(void)
{
	REFUSED(malloc(TOO_LARGE), ENOMEM);
	REFUSED(malloc(most - 7), ENOMEM);
	REFUSED(calloc(most / 4 + 2, 4), ENOMEM); /* 4 bytes, if it wrapped */
	REFUSED(calloc(4, most / 4 + 2), ENOMEM);
	REFUSED(calloc(most, most), ENOMEM);
	if (GLIBC)
		REFUSED(malloc((size_t)1 << 28), ENOMEM); /* twice the largest arena */
}

static void success_leaves_errno_alone(void)
{
	errno = EDOM;
	free(malloc(10));
	free(calloc(3, 5));
	free(NULL);
	CHECK_EQ(errno, EDOM);
	CHECK_EQ(malloc_usable_size(NULL), 0);
}

void does_malloc_keep_its_promises(void)
{
	size_t live = adapters_live();

	zero_bytes_are_a_block();
	every_block_is_aligned_and_ours();
	what_cannot_be_had_is_enomem();
	success_leaves_errno_alone();
	CHECK_EQ(adapters_live(), live);
}

/* ---- realloc, reallocarray, reallocf -------------------------------------------------------- */

static void null_allocates_and_zero_frees(void)
{
	size_t live = adapters_live();
	char *block = realloc(NULL, 40);

	CHECK(block && malloc_usable_size(block) >= 40);
	errno = EDOM;
	CHECK(realloc(block, 0) == NULL);
	CHECK_EQ(errno, EDOM);
	CHECK_EQ(adapters_live(), live);
	block = realloc(NULL, 0);
	CHECK(block != NULL);
	CHECK(reallocarray(block, 0, sizeof(int)) == NULL);
}

/* A program may fill all malloc_usable_size() bytes. A realloc that moves the block keeps them. */
static void every_usable_byte_moves_along(void)
{
	for (size_t size = 1; size < LARGEST; size += 11) {
		char *block = malloc(size);
		char *wall = malloc(8);
		size_t usable = malloc_usable_size(block);

		fill(block, usable, 3);
		block = realloc(block, usable + 200);
		CHECK(block && holds(block, usable, 3));
		CHECK_EQ((uintptr_t)block % ALIGNMENT, 0);
		block = reallocarray(block, size, 1);
		CHECK(block && holds(block, size, 3));
		free(block);
		free(wall);
	}
}

static void a_refusal_changes_nothing(void)
{
	char *block = malloc(100);

	fill(block, 100, 5);
	REFUSED(realloc(block, TOO_LARGE), ENOMEM);
	REFUSED(reallocarray(block, most / 2 + 2, 2), ENOMEM);
	CHECK(holds(block, 100, 5));
	free(block);
}

/* reallocf that fails, or realloc to 0 bytes: the block is freed, once. */
static void reallocf_frees_once(void)
{
	size_t live = adapters_live();
	char *block = reallocf(NULL, 40);

	fill(block, 40, 4);
	block = reallocf(block, 400);
	CHECK(block && holds(block, 40, 4));
	REFUSED(reallocf(block, TOO_LARGE), ENOMEM);
	REFUSED(reallocf(NULL, TOO_LARGE), ENOMEM);
	CHECK(reallocf(malloc(40), 0) == NULL);
	CHECK_EQ(adapters_live(), live);
}

void does_realloc_keep_its_promises(void)
{
	size_t live = adapters_live();

	null_allocates_and_zero_frees();
	every_usable_byte_moves_along();
	a_refusal_changes_nothing();
	if (!GLIBC)
		reallocf_frees_once();
	CHECK_EQ(adapters_live(), live);
}

/* ---- memalign, aligned_alloc, posix_memalign, valloc, pvalloc -------------------------------- */

static void aligned(void *block, size_t align, size_t size)
{
	if (!CHECK(block != NULL))
		return;
	CHECK_EQ((uintptr_t)block % align, 0);
	CHECK(is_ours(block) && malloc_usable_size(block) >= size);
	fill(block, size, 2);
	block = realloc(block, size * 2);
	CHECK(block && holds(block, size, 2));
	free(block);
}

static void every_power_of_two(void)
{
	size_t largest = GLIBC ? 1 << 20 : room_for_pages() ? 4096 : 256;

	for (size_t align = 1; align <= largest; align *= 2) {
		void *block = NULL;

		aligned(memalign(align, 24), align, 24);
		aligned(aligned_alloc(align, 3 * align), align, 3 * align);
		if (align >= sizeof(void *)) {
			CHECK_EQ(posix_memalign(&block, align, 100), 0);
			aligned(block, align, 100);
		}
	}
}

static void whole_pages(void)
{
	char *block;

	REFUSED(pvalloc(most), ENOMEM);
	REFUSED(valloc(TOO_LARGE), ENOMEM);
	if (!room_for_pages())
		return;
	block = pvalloc(4097);
	aligned(valloc(100), 4096, 100);
	CHECK(block && malloc_usable_size(block) >= 8192);
	CHECK_EQ((uintptr_t)block % 4096, 0);
	free(block);
}

/* memalign of glibc takes the next power of two. */
static void what_is_no_alignment_is_einval(void)
{
	void *block = &block;

	if (GLIBC) {
		aligned(memalign(2 * no_power, 10), 64, 10);
		REFUSED(memalign(most, 8), EINVAL);
	} else {
		REFUSED(memalign(no_power, 8), EINVAL);
		REFUSED(memalign(no_power - 24, 8), EINVAL);
		REFUSED(aligned_alloc(no_power, 48), EINVAL);
	}
	errno = EDOM;
	CHECK_EQ(posix_memalign(&block, 2, 8), EINVAL); /* not a multiple of a pointer */
	CHECK_EQ(posix_memalign(&block, no_power, 8), EINVAL);
	CHECK_EQ(posix_memalign(&block, 0, 8), EINVAL);
	CHECK_EQ(errno, EDOM);
	CHECK_EQ(posix_memalign(&block, 8, TOO_LARGE), ENOMEM);
	CHECK(block == &block && (GLIBC || errno == EDOM));
}

void are_aligned_requests_aligned(void)
{
	size_t live = adapters_live();

	every_power_of_two();
	whole_pages();
	what_is_no_alignment_is_einval();
	REFUSED(memalign(16, TOO_LARGE), ENOMEM);
	REFUSED(aligned_alloc(most / 2 + 1, 8), ENOMEM);
	REFUSED(aligned_alloc(64, most - 63), ENOMEM);
	CHECK_EQ(adapters_live(), live);
}

/* ---- Counters ------------------------------------------------------------------------------ */

void do_the_counters_answer(void)
{
	char *first = malloc(1); /* on a host it makes the heap */
	size_t live = adapters_live();
	struct mallinfo before = mallinfo();
	char *small = malloc(30);
	char *large = malloc(1000);
	struct mallinfo after;

	(void)room_for_pages(); /* at level 3 this empties the quarantine before it looks */
	after = mallinfo();
	CHECK_EQ(before.uordblks, live);
	CHECK_EQ(after.uordblks, adapters_live());
	CHECK(after.uordblks >= before.uordblks + 1030);
	CHECK_EQ(before.arena, after.arena);
	CHECK_EQ(before.arena, before.uordblks + before.fordblks);
	CHECK_EQ(after.arena, after.uordblks + after.fordblks);
	CHECK(after.keepcost <= after.fordblks);
	malloc_stats(); /* tests/port/adapters/check looks for its line */
	free(small);
	free(large);
	CHECK_EQ(mallinfo().uordblks, live);
	free(first);
	CHECK_EQ(malloc_trim(0), 0);
	CHECK_EQ(mallopt(M_TOP_PAD, 64), GLIBC);
#ifdef __linux__
	CHECK(mallinfo2().uordblks < live && mallopt(12345, 0) == 0);
	CHECK(mallopt(M_MMAP_THRESHOLD, 65536) == 1 && mallopt(M_MXFAST, 0) == 1);
	CHECK(malloc_info(1, stdout) == EINVAL && malloc_info(0, stdout) == 0);
#endif
}

/* ---- A full heap refuses, sets errno, and serves again when there is room -------------------- */

struct link {
	struct link *next;
	unsigned size;
};

/* Fills the heap with smaller and smaller blocks, until nothing is left, and frees them. Returns
 * their number. */
static unsigned once(void)
{
	unsigned blocks = 0;
	struct link *list = NULL;
	struct link *block;
	char text[40];

	for (unsigned size = 4096; size >= sizeof(*list); size /= 2) {
		errno = 0;
		while ((block = malloc(size))) {
			fill(block, size, size);
			block->next = list;
			block->size = size;
			list = block;
			blocks++;
		}
		CHECK_EQ(errno, ENOMEM);
	}
	REFUSED(calloc(1, sizeof(*list)), ENOMEM);
	REFUSED(realloc(NULL, sizeof(*list)), ENOMEM);
	CHECK(snprintf(text, sizeof(text), "full after %u blocks", blocks) > 0);
	printf("%s\n", text);
	while (list) {
		block = list;
		list = block->next;
		CHECK(holds(block + 1, block->size - sizeof(*block),
			    (unsigned)(block->size + sizeof(*block) * 7)));
		free(block);
	}
	return blocks;
}

/* The last test: stdio does without the memory that it does not get now. */
void is_out_of_memory_clean(void)
{
	size_t live = adapters_live();
	unsigned blocks = once();

	if (TARN_HARDEN < 3) /* the quarantine has its own order */
		CHECK_EQ(once(), blocks);
	else
		CHECK(once() > blocks / 2);
	CHECK_EQ(adapters_live(), live);
}
