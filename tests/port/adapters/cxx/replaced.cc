/* SPDX-License-Identifier: MIT
 * A program may replace operator new and delete. Then all forms use them, also those that the
 * standard builds on them. */
#include <new>

#include "cxx.hpp"
#include "tarn.hpp"

static int news, deletes;

void *operator new(std::size_t size)
{
	news++;
	return tarn_alloc(&tarn_default, size);
}

void operator delete(void *block) noexcept
{
	deletes++;
	tarn_free(&tarn_default, block);
}

void replaced()
{
	news = deletes = 0;
	operator delete(operator new(1));
	operator delete[](operator new[](1));
	operator delete[](operator new[](1), std::size_t(1));
	operator delete(operator new(1), std::size_t(1));
	operator delete(operator new(1, std::nothrow), std::nothrow);
	operator delete[](operator new[](1, std::nothrow), std::nothrow);
	CHECK(news == 6 && deletes == 6);
}
