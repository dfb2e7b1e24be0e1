// SPDX-License-Identifier: MIT
// A container that the compiler inlines.
#include <vector>

#include "tarn.h"

// Nothing is deleted.
__attribute__((noinline)) void *operator new(std::size_t size)
{
	return tarn_alloc_for(&tarn_default, size, TARN_CALLER);
}

__attribute__((noinline)) static void list(std::vector<int> &rows)
{
	rows.reserve(10); /* list */
	__asm__ volatile("");
}

extern "C" void templates()
{
	list(*new std::vector<int>);
}
