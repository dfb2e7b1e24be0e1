// SPDX-License-Identifier: MIT
// A container that the compiler inlines, and a function with long template arguments.
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

template <class T, class U, class V> __attribute__((noinline)) static void *make()
{
	void *block = operator new(sizeof(T) + sizeof(U) + sizeof(V)); /* make */

	__asm__ volatile("" : "+r"(block));
	return block;
}

extern "C" void templates()
{
	list(*new std::vector<int>);
	make<unsigned long long, unsigned long long, std::vector<unsigned long long>>();
}
