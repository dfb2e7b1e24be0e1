/* SPDX-License-Identifier: MIT
 * memalign, aligned_alloc, posix_memalign, valloc, pvalloc; and numbers that are no alignment. */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include "adapters.h"
#include "tarn.h"

static void aligned(void *block, size_t align, size_t size)
{
	if (!CHECK(block != NULL))
		return;
	CHECK_EQ((uintptr_t)block % align, 0);
	CHECK(malloc_usable_size(block) >= size);
	fill(block, size, 2);
	block = realloc(block, size * 2);
	CHECK(block && holds(block, size, 2));
	free(block);
}

/* Pages are too large for the small boards. */
static bool room_for_pages(void)
{
	return tarn_largest(&tarn_default) >= 24 * 1024;
}

static void every_power_of_two(void)
{
	size_t most = room_for_pages() ? 4096 : 256;

	for (size_t align = 1; align <= most; align *= 2) {
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

	REFUSED(pvalloc(SIZE_MAX), ENOMEM);
	if (!room_for_pages())
		return;
	block = pvalloc(100);
	aligned(valloc(100), 4096, 100);
	CHECK(block && malloc_usable_size(block) >= 4096);
	CHECK_EQ((uintptr_t)block % 4096, 0);
	free(block);
}

static void what_is_no_alignment_is_einval(void)
{
	void *block = &block;

	REFUSED(memalign(24, 8), EINVAL);
	REFUSED(memalign(0, 8), EINVAL);
	REFUSED(aligned_alloc(12, 24), EINVAL);
	errno = EDOM;
	CHECK_EQ(posix_memalign(&block, 2, 8), EINVAL); /* not a multiple of a pointer */
	CHECK_EQ(posix_memalign(&block, 24, 8), EINVAL);
	CHECK_EQ(posix_memalign(&block, 0, 8), EINVAL);
	CHECK_EQ(posix_memalign(&block, 8, TOO_LARGE), ENOMEM);
	CHECK(block == &block);
	CHECK_EQ(errno, EDOM);
}

static void what_cannot_be_had_is_enomem(void)
{
	REFUSED(memalign(16, TOO_LARGE), ENOMEM);
	REFUSED(memalign(SIZE_MAX / 2 + 1, 8), ENOMEM);
	REFUSED(aligned_alloc(64, SIZE_MAX - 63), ENOMEM);
	REFUSED(valloc(TOO_LARGE), ENOMEM);
}

void are_aligned_requests_aligned(void)
{
	size_t live = adapters_live();

	every_power_of_two();
	whole_pages();
	what_is_no_alignment_is_einval();
	what_cannot_be_had_is_enomem();
	CHECK_EQ(adapters_live(), live);
}
