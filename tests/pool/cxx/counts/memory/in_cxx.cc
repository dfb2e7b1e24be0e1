/* SPDX-License-Identifier: MIT
 * The rows of C++. */
#include "../counts.h"
#include "tarn.hpp"

namespace
{
struct key : tarn::column<std::uint32_t> {
};
struct x : tarn::column<std::int32_t> {
};
struct dx : tarn::column<std::int32_t> {
};
struct light : tarn::sparse<std::uint32_t, HUNDRED> {
};
struct heat : tarn::sparse<std::uint32_t, HUNDRED> {
};
using dot_array = tarn::packed<key, x, dx, light, heat>;
dot_array::memory<HUNDRED> dot_room;
dot_array dots("dots", dot_room);
dot_array::handle handle;
tarn::arena_heap<8192> heap;

/* The function must exist, whatever the compiler thinks of it. */
#define MEASURED __attribute__((noinline))

#define ACTIVATE()      dots.activate()
#define DEACTIVATE(i)   dots.deactivate(i)
#define HANDLE_OF(i)    dots.handle_of(i)
#define INDEX(handle)   dots.index(handle)
#define SWAP(i, j)      dots.swap(i, j)
#define ATTACH(name, i) dots.attach<name>(i)
#define DETACH(name, i) dots.detach<name>(i)
#define FIND(name, i)   dots.find<name>(i)
#define COLUMN_OF(name) dots.column<name>()
#define ALLOC(bytes)    heap.alloc(bytes)
#define FREE(block)     heap.free(block)
#include "calls.h"

MEASURED void moves()
{
	dots.each<x, dx>([](std::int32_t &at, std::int32_t by) { at += by; });
}

MEASURED void warms()
{
	dots.each<light, heat>([](std::uint32_t &of, std::uint32_t by) { of += by; });
}

MEASURED void removes()
{
	dots.deactivate_if<key>([](std::uint32_t of) { return of % 4 == 0; });
}

MEASURED void sorts()
{
	dots.sort([](std::uint32_t i, std::uint32_t j) {
		return dots.column<key>()[i] < dots.column<key>()[j];
	});
}

MEASURED std::uint32_t *allocates_many(std::uint32_t many)
{
	return tarn::allocator<std::uint32_t>(heap).allocate(many);
}

MEASURED void gives_back(std::uint32_t *block)
{
	tarn::allocator<std::uint32_t>(heap).deallocate(block, 10);
}
} // namespace

const row *cxx_row(std::uint32_t i)
{
	if (i == 0) {
		if (!heap.init())
			return nullptr;
		lit();
		dots.group<light, heat>();
	}
	return row_at(rows, sizeof(rows) / sizeof(rows[0]), i);
}
