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

#define OBJECT(pool)          decltype(pool)::value_type
#define HANDLE(pool)          decltype(pool)::handle
#define GET(pool)             pool.get()
#define PUT(pool, of)         pool.put(of)
#define GET_HELD(pool)        pool.get_held()
#define RELEASE(pool, handle) pool.release(handle)
#define HANDLE_OF(pool, of)   pool.handle_of(of)
#define RESOLVE(pool, handle) pool.resolve(handle)
#define COUNT(pool)           pool.count()
#define TOUCH(pool, of)       pool.touch(of)

#include "calls.h"

MEASURED particle *gets_made(std::int32_t x, std::int32_t y)
{
	return refuse.get(20, x, y, 1, 2);
}

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

MEASURED void walks_bits()
{
	for (particle &each : bits)
		each.x += each.dx;
}

uintptr_t touched()
{
	for (particle &each : robbed)
		return (uintptr_t)&each;
	return 0;
}

void put_a_bit()
{
	for (particle &each : bits) {
		bits.put(&each);
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
