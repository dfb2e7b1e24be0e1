/* SPDX-License-Identifier: MIT
 * Does a range-for see each object in use once, while objects are put? */
#include "world.hpp"

namespace
{
tarn::object_pool<counted, 8, tarn::refuse> things;
tarn::object_pool<counted, 8, tarn::refuse, tarn::bits> marks;

template <typename Pool> void fill(Pool &pool)
{
	for (std::uint32_t i = 0; i < 8; i++)
		pool.get(i);
}

template <typename Pool> void each_is_seen(Pool &pool, std::uint32_t all)
{
	std::uint32_t seen = 0;

	for (counted &each : pool) {
		CHECK_EQ(each.name, seen);
		seen++;
	}
	CHECK_EQ(seen, all);
}

void all_are_seen_in_order()
{
	each_is_seen(things, 0);
	fill(things);
	each_is_seen(things, 8);
	fill(marks);
	each_is_seen(marks, 8);
	LEAVE();
}

/* A loop puts every second object. Then another loop puts each current object. */
void the_walk_goes_on()
{
	std::uint32_t seen = 0;

	counted::begin();
	fill(things);
	for (counted &each : things) {
		seen++;
		if (each.name % 2 == 0)
			things.put(&each);
	}
	CHECK_EQ(seen, 8);
	CHECK_EQ(things.count(), 4);
	CHECK_EQ(counted::dead, 4);
	seen = 0;
	for (counted &each : things) {
		things.put(&each);
		seen++;
	}
	CHECK_EQ(seen, 4);
	CHECK_EQ(counted::alive(), 0);
	LEAVE();
}

void a_loop_may_be_left()
{
	fill(things);
	for (counted &each : things) {
		if (each.name == 3)
			break;
		CHECK(each.name < 3);
	}
	CHECK_EQ(things.count(), 8);
	LEAVE();
}
} // namespace

void is_a_walk_safe()
{
	CASE(all_are_seen_in_order);
	CASE(the_walk_goes_on);
	CASE(a_loop_may_be_left);
}
