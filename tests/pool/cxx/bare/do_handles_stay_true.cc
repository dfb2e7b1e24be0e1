/* SPDX-License-Identifier: MIT
 * A handle resolves to its element wherever the element moves, and to none after it is gone. */
#include "mob.hpp"

using mob::all;
using handle = mob::array::handle;

static void a_handle_follows_its_element()
{
	if (!mob::fresh())
		return;
	for (std::uint32_t i = 0; i < 4; i++)
		mob::add(10 + i);
	const handle first = all.handle_of(0);
	const handle last = all.handle_of(3);

	CHECK(all.deactivate(1)); /* the last moves to 1 */
	CHECK_EQ(all.index(last), 1);
	CHECK_EQ(all.column<mob::name>()[all.index(last)], 13);
	CHECK(all.swap(0, 2));
	CHECK_EQ(all.index(first), 2);
	all.sort_by<mob::name>([](std::uint32_t a, std::uint32_t b) { return a < b; });
	CHECK_EQ(all.index(first), 0);
	CHECK(first == all.handle_of(0));
	CHECK(first != last);
}

static void a_handle_goes_stale_with_its_element()
{
	handle old[20];

	if (!mob::fresh())
		return;
	for (handle &now : old) { /* the same slot again and again */
		mob::add(1);
		now = all.handle_of(0);
		for (const handle *before = old; before < &now; before++)
			CHECK_EQ(all.index(*before), TARN_NONE);
		CHECK_EQ(all.index(now), 0);
		CHECK(all.deactivate(0));
		CHECK_EQ(all.index(now), TARN_NONE);
	}
}

static void an_array_made_anew_knows_no_old_handle()
{
	if (!mob::fresh())
		return;
	mob::add(1);
	const handle before = all.handle_of(0);

	if (!mob::fresh())
		return;
	CHECK_EQ(all.index(before), TARN_NONE);
	mob::add(1);
	CHECK_EQ(all.index(before), TARN_NONE);
}

static void another_arrays_handle_is_stale_here()
{
	static mob::array other("other");

	if (!mob::fresh() || !CHECK(other.init(unit_arena(), unit_arena_bytes(), 2)))
		return;
	mob::add(1);
	other.activate();
	CHECK_EQ(other.index(all.handle_of(0)), TARN_NONE);
	CHECK_EQ(all.index(other.handle_of(0)), TARN_NONE);
	CHECK_EQ(other.index(other.handle_of(0)), 0);
	other.close();
}

static void the_zero_handle_is_none()
{
	if (!mob::fresh())
		return;
	CHECK_EQ(all.index(handle{}), TARN_NONE);
	mob::add(1);
	CHECK_EQ(all.index(handle{}), TARN_NONE);
	CHECK(all.handle_of(1) == handle{});
	CHECK(all.handle_of(TARN_NONE) == handle{});
}

static void a_number_comes_back()
{
	if (!mob::fresh())
		return;
	mob::add(1);
	const handle here = all.handle_of(0);

	CHECK(handle::of_number(here.number()) == here && handle::of_number(0) == handle{});
	CHECK((here < handle{}) != (handle{} < here));
	for (std::uint32_t bit = 0; bit < 64; bit++)
		CHECK_EQ(all.index(handle::of_number(here.number() ^ UINT64_C(1) << bit)),
			 TARN_NONE);
}

void do_handles_stay_true(void)
{
	CASE(a_handle_follows_its_element);
	CASE(a_handle_goes_stale_with_its_element);
	CASE(an_array_made_anew_knows_no_old_handle);
	CASE(another_arrays_handle_is_stale_here);
	CASE(the_zero_handle_is_none);
	CASE(a_number_comes_back);
}
