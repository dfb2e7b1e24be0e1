/* SPDX-License-Identifier: MIT
 * The rows of C++. */
#include "counts.h"
#include "tarn.hpp"

namespace
{
struct ending : particle {
	~ending()
	{
		dx = 0;
	}
};
std::uint32_t score(const particle &of)
{
	return std::uint32_t(of.x);
}

tarn::object_pool<particle, OBJECTS, tarn::refuse> refuse;
tarn::object_pool<particle, OBJECTS, tarn::refuse, tarn::named<struct fullness>> full;
tarn::object_pool<ending, OBJECTS, tarn::refuse> ends;
tarn::object_pool<particle, OBJECTS, tarn::rob_oldest> robbed;
tarn::object_pool<particle, HUNDRED, tarn::rob_least<score>> least;
tarn::object_pool<particle, OBJECTS, tarn::grow<2 * OBJECTS>> grows;
tarn::object_pool<particle, OBJECTS, tarn::refuse, tarn::small> small;
tarn::object_pool<particle, HUNDRED, tarn::refuse> hundred;
tarn::object_pool<particle, HUNDRED, tarn::refuse, tarn::named<struct freshness>> fresh;

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
dot_array::handle dot;
tarn::arena_heap<8192> heap;

/* The function must exist, whatever the compiler thinks of it. */
#define MEASURED __attribute__((noinline, unused))
#define BESIDES  __attribute__((unused))

#define OBJECT(pool)          decltype(pool)::value_type
#define HANDLE(pool)          decltype(pool)::handle
#define GET(pool)             pool.get()
#define PUT(pool, of)         pool.put(of)
#define GET_HELD(pool)        pool.get_held()
#define RELEASE(pool, handle) pool.release(handle)
#define RESOLVE(pool, handle) pool.resolve(handle)
#define ACTIVATE()            dots.activate()
#define DEACTIVATE(i)         dots.deactivate(i)
#define HANDLE_OF(i)          dots.handle_of(i)
#define INDEX(handle)         dots.index(handle)
#define ATTACH(name, i)       dots.attach<name>(i)
#define DETACH(name, i)       dots.detach<name>(i)
#define GROUP(one, other)     dots.group<one, other>()
#define COLUMN_OF(name)       dots.column<name>()
#define ALLOC(bytes)          heap.alloc(bytes)
#define FREE(block)           heap.free(block)
#include "calls.h"

void all_back(uintptr_t)
{
	for (particle &each : refuse)
		refuse.put(&each);
}

MEASURED void walks()
{
	for (particle &each : hundred)
		each.x += each.dx;
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

MEASURED std::uint32_t *allocates_many(std::uint32_t many)
{
	return tarn::allocator<std::uint32_t>(heap).allocate(many);
}
} // namespace

const row *cxx_row(std::uint32_t i)
{
	return i || heap.init() ? row_at(i) : nullptr;
}
