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
struct beginning {
	std::int32_t frames_left = 0;
	std::int32_t x, y, dx, dy;
};
std::uint32_t score(const particle &of)
{
	return std::uint32_t(of.x);
}

tarn::object_pool<particle, OBJECTS, tarn::refuse> refuse;
tarn::object_pool<particle, OBJECTS, tarn::refuse, tarn::named<struct fullness>> full;
tarn::object_pool<ending, OBJECTS, tarn::refuse> ends;
tarn::object_pool<particle, OBJECTS, tarn::rob_oldest> oldest;
tarn::object_pool<particle, OBJECTS, tarn::rob_oldest, tarn::named<struct robbing>> robbed;
tarn::object_pool<beginning, OBJECTS, tarn::rob_oldest> begins;
tarn::object_pool<particle, HUNDRED, tarn::rob_least<score>> least;
tarn::object_pool<particle, OBJECTS, tarn::grow<2 * OBJECTS>> grows;
tarn::object_pool<particle, HUNDRED, tarn::refuse, tarn::bits> bits;
tarn::object_pool<particle, OBJECTS, tarn::refuse, tarn::unlocked> unlocked;
tarn::object_pool<particle, OBJECTS, tarn::refuse, tarn::small> small;
tarn::object_pool<particle, HUNDRED, tarn::refuse> hundred;
tarn::object_pool<particle, HUNDRED, tarn::refuse, tarn::named<struct freshness>> fresh;

/* The function must exist, whatever the compiler thinks of it. */
#define MEASURED __attribute__((noinline, unused))
#define BESIDES  __attribute__((unused))

#define POOL(pool)                                                \
	MEASURED auto *pool##_gets()                              \
	{                                                         \
		return pool.get();                                \
	}                                                         \
	MEASURED void pool##_puts(decltype(pool)::value_type *of) \
	{                                                         \
		pool.put(of);                                     \
	}                                                         \
	BESIDES uintptr_t pool##_one()                            \
	{                                                         \
		return (uintptr_t)pool.get();                     \
	}                                                         \
	BESIDES void pool##_back(uintptr_t of)                    \
	{                                                         \
		pool.put((decltype(pool)::value_type *)of);       \
	}
POOL(refuse)
POOL(full)
POOL(ends)
POOL(oldest)
POOL(robbed)
POOL(begins)
POOL(least)
POOL(grows)
POOL(bits)
POOL(unlocked)
POOL(small)
POOL(hundred)
POOL(fresh)

/* ---- What is more than a get ---------------------------------------------------------------- */

MEASURED particle *gets_made(std::int32_t x, std::int32_t y)
{
	return refuse.get(20, x, y, 1, 2);
}

decltype(refuse)::handle handle;

MEASURED void gets_held()
{
	handle = refuse.get_held();
}

MEASURED bool releases(const decltype(refuse)::handle *given)
{
	return refuse.release(*given);
}

MEASURED void handles(const particle *of)
{
	handle = refuse.handle_of(of);
}

MEASURED particle *resolves(const decltype(refuse)::handle *given)
{
	return refuse.resolve(*given);
}

void all_back(uintptr_t)
{
	for (particle &each : refuse)
		refuse.put(&each);
}

uintptr_t one_held()
{
	handle = refuse.get_held();
	return (uintptr_t)&handle;
}

uintptr_t one_stale()
{
	one_held();
	all_back(0);
	return (uintptr_t)&handle;
}

MEASURED std::uint32_t counts()
{
	return hundred.count();
}

MEASURED void walks()
{
	for (particle &each : hundred)
		each.x += each.dx;
}

MEASURED void walks_bits()
{
	for (particle &each : bits)
		each.x += each.dx;
}

void scored(uintptr_t of)
{
	((particle *)of)->x = std::int32_t(of >> 2 & 0xff);
}

uintptr_t touched()
{
	for (particle &each : robbed)
		return (uintptr_t)&each;
	return 0;
}

MEASURED void touches(particle *of)
{
	robbed.touch(of);
}

const struct row rows[] = {
#include "rows.h"
};

void fill()
{
	while (full.get())
		;
	for (int i = 0; i < OBJECTS; i++)
		robbed.get();
	for (int i = 0; i < HUNDRED; i++) {
		hundred.get()->dx = 1;
		bits.get()->dx = 1;
		scored((uintptr_t)least.get());
	}
	for (particle &each : bits) {
		bits.put(&each); /* one is free */
		break;
	}
}
} // namespace

const struct row *cxx_row(uint32_t i)
{
	if (i == 0)
		fill();
	return row_at(rows, sizeof(rows) / sizeof(rows[0]), i);
}
