/* SPDX-License-Identifier: MIT
 * What the C standard, POSIX and glibc's manual promise of each call. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hostlib.h"

#define MANY    2000
#define LARGEST 5000

static volatile size_t zero;

static bool is_aligned(const void *pointer, size_t align)
{
	return ((uintptr_t)pointer & (align - 1)) == 0;
}

static void zero_sizes(void)
{
	char *a = opaque(malloc(zero));
	char *b = opaque(malloc(zero));
	char *c = opaque(calloc(zero, 8));
	char *d = opaque(realloc(NULL, zero));

	CHECK(is_tarns(a));
	CHECK(a && b && c && d && a != b && b != c && c != d);
	free(a);
	free(b);
	free(c);
	errno = 0;
	CHECK(!opaque(realloc(opaque(d), zero)) && errno == 0); /* freed: a success */
	errno = 77;
	free(opaque(NULL));
	CHECK(errno == 77);
}

static void every_size(void)
{
	for (size_t size = zero; size < LARGEST; size += size < 300 ? 1 : 97) {
		unsigned char *block = opaque(malloc(size));
		unsigned char *zeroed = opaque(calloc(1, size));
		size_t usable = malloc_usable_size(block);

		CHECK(block && zeroed && usable >= size && malloc_usable_size(zeroed) >= size);
		CHECK(is_aligned(block, _Alignof(max_align_t)) &&
		      is_aligned(zeroed, _Alignof(max_align_t)));
		for (size_t i = 0; i < size; i++)
			CHECK(zeroed[i] == 0);
		mark(block, usable, 1);
		mark(zeroed, malloc_usable_size(zeroed), 2);
		CHECK(is_marked(block, usable, 1));
		errno = 77;
		free(block);
		free(zeroed);
		CHECK(errno == 77);
	}
}

/* realloc keeps all bytes that malloc_usable_size() counts. */
static void resizes(unsigned int *state)
{
	for (int i = 0; i < MANY; i++) {
		char *block = opaque(malloc(draw(state, LARGEST)));
		size_t usable = malloc_usable_size(block);
		size_t size = draw(state, 2 * LARGEST) + 1;
		size_t kept = usable < size ? usable : size;

		mark(block, usable, (unsigned int)i);
		block = opaque(realloc(block, size));
		CHECK(block && is_aligned(block, 16) && malloc_usable_size(block) >= size);
		CHECK(is_marked(block, kept, (unsigned int)i));
		free(block);
	}
}

static void alignments(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	volatile size_t odd = 48;
	void *block;

	for (size_t align = sizeof(void *); align <= 1 << 20; align *= 2) {
		for (size_t size = 0; size < LARGEST; size += 1 + align / 3) {
			void *a = opaque(memalign(align, size));
			void *b = opaque(aligned_alloc(align, size));

			CHECK(posix_memalign(&block, align, size) == 0);
			CHECK(is_tarns(block) && is_aligned(a, align) && is_aligned(b, align) &&
			      is_aligned(block, align));
			CHECK(a && b && block && malloc_usable_size(a) >= size);
			mark(a, size, 3);
			mark(b, size, 4);
			mark(block, size, 5);
			CHECK(is_marked(a, size, 3) && is_marked(b, size, 4));
			free(a);
			free(b);
			free(block);
		}
	}
	block = opaque(memalign(odd, 10)); /* glibc: the next power of two */
	CHECK(is_aligned(block, 64));
	free(block);
	block = opaque(valloc(10));
	CHECK(is_aligned(block, page));
	free(block);
	block = opaque(pvalloc(page + 1));
	CHECK(is_aligned(block, page) && malloc_usable_size(block) >= 2 * page);
	free(block);
}

void do_calls_keep_their_promises(unsigned int seed)
{
	zero_sizes();
	every_size();
	resizes(&seed);
	alignments();
}

/* ---- Mistakes ------------------------------------------------------------------------------ */

static void too_much(size_t count, size_t size)
{
	void *block = opaque(malloc(24));
	size_t product;

	mark(block, 24, 6);
	errno = 0;
	CHECK(!opaque(calloc(count, size)) && errno == ENOMEM);
	errno = 0;
	CHECK(!opaque(reallocarray(opaque(block), count, size)) && errno == ENOMEM);
	if (!__builtin_mul_overflow(count, size, &product)) {
		void *aligned = &product;

		errno = 0;
		CHECK(!opaque(malloc(product)) && errno == ENOMEM);
		errno = 0;
		CHECK(!opaque(realloc(opaque(block), product)) && errno == ENOMEM);
		errno = 0;
		CHECK(!opaque(memalign(64, product)) && errno == ENOMEM);
		errno = 0;
		CHECK(!opaque(aligned_alloc(64, product)) && errno == ENOMEM);
		errno = 0;
		CHECK(!opaque(valloc(product)) && errno == ENOMEM);
		errno = 0;
		CHECK(!opaque(pvalloc(product)) && errno == ENOMEM);
		CHECK(posix_memalign(&aligned, 64, product) == ENOMEM && aligned == &product);
	}
	CHECK(is_marked(block, 24, 6)); /* a refused realloc leaves the block as it is */
	free(block);
}

void are_mistakes_refused(unsigned int seed)
{
	volatile size_t one = 1;
	size_t most = SIZE_MAX / one;
	void *const untouched = &seed;
	void *block = untouched;

	too_much(most, 1);
	too_much(1, most);
	too_much(most, 2);
	too_much(2, most);
	too_much(most / 2 + 2, 2);
	too_much((size_t)1 << 32, (size_t)1 << 32);
	too_much((size_t)1 << 31, (size_t)1 << 31);
	too_much(PTRDIFF_MAX, one);
	too_much(most - 15, 1);
	too_much((size_t)1 << 28, 1); /* twice the largest arena */

	errno = 77;
	CHECK(posix_memalign(&block, 0, 8) == EINVAL);
	CHECK(posix_memalign(&block, 4, 8) == EINVAL);
	CHECK(posix_memalign(&block, 24, 8) == EINVAL);
	CHECK(posix_memalign(&block, most, 8) == EINVAL);
	CHECK(block == untouched && errno == 77);
	CHECK(!opaque(memalign(most, 8)) && errno == EINVAL);
	errno = 0;
	CHECK(!opaque(aligned_alloc(most / 2 + 1, 8)) && errno == ENOMEM);
}

/* ---- Queries ------------------------------------------------------------------------------- */

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* mallinfo() */
void do_queries_answer(unsigned int seed)
{
	struct mallinfo2 before = mallinfo2();
	struct mallinfo2 after;
	void *block[MANY];
	size_t granted = 0;

	for (int i = 0; i < MANY; i++) {
		block[i] = opaque(malloc(draw(&seed, LARGEST)));
		granted += malloc_usable_size(block[i]);
	}
	after = mallinfo2();
	CHECK(after.uordblks >= before.uordblks + granted);
	CHECK(after.uordblks + after.fordblks == after.arena);
	CHECK((size_t)mallinfo().uordblks == mallinfo2().uordblks);
	for (int i = 0; i < MANY; i++)
		free(block[i]);
	CHECK(mallinfo2().uordblks <= before.uordblks + 64 * (size_t)LARGEST); /* quarantined */
	CHECK(malloc_usable_size(NULL) == 0);
	CHECK(malloc_trim(0) == 0);
	CHECK(mallopt(M_MMAP_THRESHOLD, 65536) == 1 && mallopt(M_MXFAST, 0) == 1);
	CHECK(mallopt(12345, 0) == 0);
	CHECK(malloc_info(1, stdout) == EINVAL && malloc_info(0, stdout) == 0);
	malloc_stats();
}

/* ---- Owners: the program's function, not malloc --------------------------------------------- */

#ifdef __clang__
#define NOT_INLINED __attribute__((noinline))
#else
#define NOT_INLINED __attribute__((noinline, noclone))
#endif
#define FUNCTION 256 /* bytes of code, more than enough */

typedef void *asker(void);

static NOT_INLINED void *by_malloc(void)
{
	return opaque(malloc(10));
}

static NOT_INLINED void *by_calloc(void)
{
	return opaque(calloc(2, 50));
}

static NOT_INLINED void *by_memalign(void)
{
	return opaque(memalign(128, 200));
}

static NOT_INLINED void *by_realloc(void)
{
	return opaque(realloc(opaque(malloc(10)), 3000));
}

void is_the_owner_named(unsigned int seed)
{
	static asker *const function[] = {by_malloc, by_calloc, by_memalign, by_realloc};

	(void)seed;
	for (size_t i = 0; i < sizeof(function) / sizeof(function[0]); i++) {
		void *block = function[i]();
		unsigned int start = (unsigned int)(uintptr_t)function[i];

		CHECK(owner_of(block) - start < FUNCTION);
		free(block);
	}
}
