/* SPDX-License-Identifier: MIT
 * Does a handle resolve to its object, and to nothing after the object is gone? */
#include <map>
#include <unordered_map>

#include "world.hpp"

namespace
{
/* An object that holds a handle of its own pool. */
struct missile;
using missile_pool = tarn::object_pool<missile, 3, tarn::refuse>;
struct missile {
	std::uint32_t fuel;
	tarn::handle<missile_pool> wingman;
};
missile_pool missiles;
tarn::object_pool<counted, 2, tarn::refuse> things;

void a_handle_is_a_value()
{
	missile_pool::handle none;

	static_assert(sizeof(none) == 8 && std::is_trivially_copyable<missile_pool::handle>::value,
		      "two words");
	CHECK(!none && none == missile_pool::handle());
	missile *one = missiles.get();
	missile_pool::handle here = missiles.handle_of(one);

	CHECK(here && here != none);
	CHECK(here == missiles.handle_of(one));
	missiles.put(one);
	CHECK(bool(here));
	LEAVE();
}

void objects_hold_handles_of_their_own()
{
	missile *leader = missiles.get(9u, missiles.get_held(4u, missile_pool::handle()));

	CHECK_EQ(missiles.resolve(leader->wingman)->fuel, 4);
	CHECK(missiles.release(leader->wingman));
	CHECK(!missiles.resolve(leader->wingman));
	LEAVE();
}

void get_held_constructs_and_release_destroys()
{
	counted::begin();
	for (std::uint32_t i = 0; i < 4; i++) { /* the first two by the call in full */
		auto here = things.get_held(i);

		CHECK(here && things.resolve(here)->name == i);
		CHECK_EQ(counted::alive(), 1);
		CHECK(things.release(here));
		CHECK_EQ(counted::alive(), 0);
	}
	CHECK(things.get_held() && things.get_held());
	CHECK(!things.get_held(1u));
	CHECK_EQ(counted::alive(), 2);
	LEAVE();
	CHECK_EQ(counted::alive(), 0);
}
void a_number_comes_back()
{
	using handle = missile_pool::handle;
	const handle here = missiles.get_held();
	const std::uint64_t word = here.number();
	std::map<handle, int> hits = {{here, 1}, {handle(), 2}};
	std::unordered_map<handle, int> shots = {{here, 3}, {handle(), 4}};

	CHECK(handle::of_number(word) == here && !handle::of_number(0) && handle().number() == 0);
	CHECK_EQ(hits[handle::of_number(word)], 1);
	CHECK_EQ(shots[handle::of_number(word)], 3);
	CHECK((here < handle()) != (here > handle()) && here <= here && here >= here);
	CHECK(!missiles.resolve(handle::of_number(word ^ 1)));
	CHECK(missiles.release(handle::of_number(word)));
	CHECK(!missiles.resolve(here) && !missiles.release(here));
	LEAVE();
}

void a_const_pool_is_looked_at()
{
	const auto &look = missiles;
	missile *one = missiles.get();
	std::uint32_t met = 0;

	for (const missile &each : look)
		met += &each == one;
	CHECK_EQ(met, 1);
	CHECK_EQ(look.count(), 1);
	CHECK_EQ(look.stats().live, 1);
	CHECK(look.in_use(one));
	CHECK_PTR(look.resolve(missiles.handle_of(one)), one);
	LEAVE();
}
} // namespace

void do_handles_go_stale()
{
	CASE(a_handle_is_a_value);
	CASE(objects_hold_handles_of_their_own);
	CASE(get_held_constructs_and_release_destroys);
	CASE(a_number_comes_back);
	CASE(a_const_pool_is_looked_at);
}
