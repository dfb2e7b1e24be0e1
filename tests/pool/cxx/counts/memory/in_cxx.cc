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

/* ---- What is measured ---- */

MEASURED std::uint32_t activates()
{
	return dots.activate();
}

MEASURED bool deactivates()
{
	return dots.deactivate(0);
}

MEASURED std::uint32_t resolves()
{
	return dots.index(handle);
}

MEASURED std::uint32_t swaps()
{
	return dots.swap(3, 7);
}

MEASURED std::uint32_t attaches()
{
	return dots.attach<light>(50);
}

MEASURED bool detaches()
{
	return dots.detach<light>(50);
}

MEASURED std::uint32_t finds()
{
	return dots.find<light>(20);
}

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

MEASURED void *allocates()
{
	return heap.alloc(40);
}

MEASURED void frees(void *block)
{
	heap.free(block);
}

MEASURED std::uint32_t *allocates_many(std::uint32_t many)
{
	return tarn::allocator<std::uint32_t>(heap).allocate(many);
}

MEASURED void gives_back(std::uint32_t *block)
{
	tarn::allocator<std::uint32_t>(heap).deallocate(block, 10);
}

/* ---- What comes before, and after ---- */

std::uintptr_t hundred()
{
	while (dots.activate() != TARN_NONE)
		;
	for (std::uint32_t i = 0; i < HUNDRED; i++) {
		dots.column<key>()[i] = (i * 37) % HUNDRED;
		dots.column<x>()[i] = dots.column<dx>()[i] = 0;
	}
	return 0;
}

std::uintptr_t room()
{
	hundred();
	dots.deactivate(0);
	return 0;
}

std::uintptr_t dark()
{
	hundred();
	dots.detach<light>(50);
	return 0;
}

std::uintptr_t lit()
{
	hundred();
	for (std::uint32_t i = 0; i < HUNDRED; i++) {
		dots.attach<light>(i);
		dots.attach<heat>(i);
	}
	handle = dots.handle_of(20);
	return 0;
}

std::uintptr_t one()
{
	return reinterpret_cast<std::uintptr_t>(heap.alloc(40));
}

std::uintptr_t many()
{
	return 10;
}

void back(std::uintptr_t block)
{
	heap.free(reinterpret_cast<void *>(block));
}

const row rows[] = {
#include "rows.h"
};
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
