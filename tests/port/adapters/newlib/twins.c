/* SPDX-License-Identifier: MIT
 * newlib's functions that end in _r do the same, but set the errno of the reent that they get. */
#include <errno.h>
#include <malloc.h>
#include <reent.h>
#include <stdlib.h>

#include "adapters.h"
#include "tarn.h"

static struct _reent other;

#define REFUSED_R(call, error)                 \
	do {                                   \
		errno = EDOM;                  \
		other._errno = 0;              \
		CHECK((call) == NULL);         \
		CHECK_EQ(other._errno, error); \
		CHECK_EQ(errno, EDOM);         \
	} while (0)

void do_the_twins_set_their_own_errno(void)
{
	size_t live = adapters_live();
	char *block = _calloc_r(&other, 10, 3);

	CHECK(is_ours(block) && _malloc_usable_size_r(&other, block) >= 30);
	fill(block, 30, 1);
	block = _realloc_r(&other, block, 500);
	CHECK(block && holds(block, 30, 1));
	REFUSED_R(_malloc_r(&other, TOO_LARGE), ENOMEM);
	REFUSED_R(_calloc_r(&other, SIZE_MAX / 2 + 2, 2), ENOMEM);
	REFUSED_R(_realloc_r(&other, block, TOO_LARGE), ENOMEM);
	REFUSED_R(_reallocf_r(&other, _malloc_r(&other, 10), TOO_LARGE), ENOMEM);
	REFUSED_R(_memalign_r(&other, 64, TOO_LARGE), ENOMEM);
	REFUSED_R(_memalign_r(&other, 3, 8), EINVAL);
	REFUSED_R(_valloc_r(&other, TOO_LARGE), ENOMEM);
	REFUSED_R(_pvalloc_r(&other, SIZE_MAX), ENOMEM);
	CHECK(_realloc_r(&other, block, 0) == NULL);
	block = _memalign_r(&other, 256, 10);
	CHECK_EQ((uintptr_t)block % 256, 0);
	_free_r(&other, block);
	_free_r(&other, NULL);
	if (room_for_pages()) {
		block = _pvalloc_r(&other, 10);
		CHECK_EQ((uintptr_t)block % 4096, 0);
		_free_r(&other, block);
	}
	CHECK_EQ(_mallinfo_r(&other).uordblks, live);
	CHECK_EQ(adapters_live(), live);
}
