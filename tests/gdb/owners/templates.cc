// SPDX-License-Identifier: MIT
// A container that the compiler inlines, and a function with long template arguments.
#include <cstdlib>
#include <new>
#include <vector>

#include "tarn.h"

// A call of its own, so that its owner is who calls it.
__attribute__((noinline)) void *operator new(std::size_t size)
{
	return tarn_alloc_for(&tarn_default, size, TARN_CALLER);
}
void operator delete(void *block) noexcept
{
	tarn_free(&tarn_default, block);
}
void operator delete(void *block, std::size_t) noexcept
{
	tarn_free(&tarn_default, block);
}

extern "C" void *volatile kept;
extern "C" void templates();

__attribute__((noinline)) static void list(std::vector<int> &rows)
{
	rows.reserve(10); /* list */
	__asm__ volatile("");
}

template <class T, class U, class V> struct a_struct_with_quite_a_long_name {
	__attribute__((noinline)) static void make()
	{
		kept = wrapped(sizeof(T) + sizeof(U) + sizeof(V)); /* make */
	}
	static void *wrapped(std::size_t size)
	{
		return tarn_alloc_for(&tarn_default, size, TARN_CALLER);
	}
};

extern "C" void templates()
{
	static std::vector<int> rows;

	list(rows);
	a_struct_with_quite_a_long_name<unsigned long long, unsigned long long,
					std::vector<unsigned long long>>::make();
}
