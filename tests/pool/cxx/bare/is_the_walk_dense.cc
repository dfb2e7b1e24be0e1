/* SPDX-License-Identifier: MIT
 * The live elements have the indices 0 to count - 1, after any change; loops and orders. */
#include "mob.hpp"

using mob::all;

static void activation_appends()
{
	if (!mob::fresh())
		return;
	CHECK_EQ(all.count(), 0);
	for (std::uint32_t i = 0; i < mob::capacity; i++)
		CHECK_EQ(mob::add(10 + i), i);
	CHECK_NAMES(10, 11, 12, 13, 14, 15);
}

static void the_last_fills_the_hole()
{
	activation_appends();
	CHECK(all.deactivate(1));
	CHECK_NAMES(10, 15, 12, 13, 14);
	CHECK(all.deactivate(0));
	CHECK_NAMES(14, 15, 12, 13);
	CHECK(all.deactivate(3));
	CHECK_NAMES(14, 15, 12);
	CHECK_EQ(mob::add(20), 3);
	CHECK_NAMES(14, 15, 12, 20);
	CHECK_EQ(all.peak(), mob::capacity);
}

static void a_full_array_refuses()
{
	activation_appends();
	CHECK_EQ(all.activate(), TARN_NONE);
	CHECK_EQ(all.refused(), 1);
	CHECK(all.deactivate(5));
	CHECK_EQ(mob::add(20), 5);
	CHECK_EQ(all.refused(), 1);
}

static void a_walk_may_deactivate()
{
	std::uint32_t visited = 0;

	activation_appends();
	CHECK_EQ(all.deactivate_if<mob::name>([&visited](std::uint32_t named) {
		visited += named;
		return named % 2 == 0;
	}),
		 3);
	CHECK_EQ(visited, 10 + 11 + 12 + 13 + 14 + 15);
	CHECK_NAMES(13, 11, 15);
	for (std::uint32_t i = 0; i < all.count();) {
		if (all.column<mob::name>()[i] > 12)
			CHECK(all.deactivate(i));
		else
			i++;
	}
	CHECK_NAMES(11);
}

static void a_loop_is_given_columns()
{
	const mob::array &read = all;
	std::uint64_t sum = 3;

	activation_appends();
	CHECK(all.deactivate(5));
	all.each<mob::name, mob::buffer>(
		[](std::uint32_t named, std::uint32_t &buffer) { buffer = named + 1; });
	CHECK_EQ(all.column<mob::buffer>()[0], 11);
	CHECK_EQ(all.column<mob::buffer>()[4], 15);
	read.each<mob::square>([&sum](const std::uint64_t &square) { sum += square >> 20; });
	CHECK_EQ(sum, 3 + 100 + 121 + 144 + 169 + 196);
}

static void a_range_is_the_live_ones()
{
	const mob::array &read = all;
	std::uint32_t sum = 0;

	activation_appends();
	CHECK(all.deactivate(5));
	for (std::uint32_t &buffer : all.column<mob::buffer>())
		buffer = 7;
	for (std::uint32_t named : read.column<mob::name>())
		sum += named;
	CHECK_EQ(sum, 10 + 11 + 12 + 13 + 14);
	CHECK_EQ(all.column<mob::buffer>().size(), 5);
	CHECK_EQ(all.activate(), 5);
	CHECK_EQ(all.column<mob::buffer>()[5], 0); /* it was not in the range */
}

static void swapping_keeps_an_order()
{
	activation_appends();
	CHECK(all.swap(0, 4));
	CHECK(all.swap(2, 2));
	CHECK_NAMES(14, 11, 12, 13, 10, 15);
}

struct asleep : tarn::column<bool> {
};

static void a_bool_may_be_unset()
{
	static unsigned char memory[128];
	static tarn::packed<asleep> dwarfs("dwarfs");

	for (unsigned char &byte : memory)
		byte = 0xAB; /* not a bool: -fsanitize=undefined reports a read */
	CHECK(dwarfs.init(memory, sizeof(memory), 3));
	CHECK(dwarfs.activate() == 0 && dwarfs.activate() == 1 && dwarfs.activate() == 2);
	CHECK(dwarfs.swap(0, 1) && dwarfs.deactivate(0));
	CHECK_EQ(dwarfs.count(), 2);
	dwarfs.close();
}

static void sorting_makes_one()
{
	activation_appends();
	all.sort_by<mob::name>([](std::uint32_t a, std::uint32_t b) { return a > b; });
	CHECK_NAMES(15, 14, 13, 12, 11, 10);
	all.sort([](std::uint32_t i, std::uint32_t j) {
		return all.column<mob::name>()[i] % 3 < all.column<mob::name>()[j] % 3;
	});
	CHECK_NAMES(15, 12, 13, 10, 14, 11); /* equal ones keep their order */
}

static void what_was_kept_comes_back()
{
	activation_appends();
	for (std::uint32_t i = 0; i < mob::capacity; i++)
		all.column<mob::buffer>()[i] = 1 + i;
	CHECK(all.deactivate(0));
	CHECK_EQ(all.column<mob::buffer>()[0], 6);
	CHECK_EQ(all.activate(), 5);
	CHECK_EQ(all.column<mob::buffer>()[5], 1);
}

static void clearing_deactivates_all()
{
	activation_appends();
	all.clear();
	CHECK_EQ(all.count(), 0);
	CHECK_EQ(all.peak(), mob::capacity);
	CHECK_EQ(all.check(), 0);
	CHECK_EQ(mob::add(20), 0);
	CHECK_NAMES(20);
}

static void the_new_and_the_dead_are_filled()
{
	NEED_LEVEL(2);
	activation_appends();
	CHECK_EQ(all.attach<mob::armour>(0), 0);
	CHECK_EQ(all.column<mob::armour>()[0], 0xbeef);
	CHECK(all.deactivate(5));
	CHECK_EQ(all.column<mob::name>()[5], 0x1deadb0b);
	CHECK_EQ(all.activate(), 5);
	CHECK_EQ(all.column<mob::name>()[5], 0xdeadbeef);
	CHECK(all.deactivate(5));
	all.column<mob::square>()[5] = 1; /* through an index that was kept too long */
	CHECK_EQ(all.check(), 5);
	CHECK_EQ(all.activate(), 5);
	EXPECT_FAULT(TARN_FAULT_USE_AFTER_FREE, nullptr, &all.column<mob::square>()[5]);
	CHECK_EQ(all.check(), 0);
}

/* What the function of a walk may not do is refused, each time. */
static std::uint32_t refused(bool sparse)
{
	CHECK(!all.deactivate(0));
	EXPECT_FAULT(TARN_FAULT_REENTERED, nullptr, &all.record());
	CHECK(!all.swap(0, 1));
	EXPECT_FAULT(TARN_FAULT_REENTERED, nullptr, &all.record());
	all.sort([](std::uint32_t, std::uint32_t) { return false; });
	EXPECT_FAULT(TARN_FAULT_REENTERED, nullptr, &all.record());
	all.clear();
	EXPECT_FAULT(TARN_FAULT_REENTERED, nullptr, &all.record());
	all.close();
	EXPECT_FAULT(TARN_FAULT_REENTERED, nullptr, &all.record());
	CHECK_EQ(all.deactivate_if<mob::name>([](std::uint32_t named) { return named == 12; }), 0);
	EXPECT_FAULT(TARN_FAULT_REENTERED, nullptr, &all.record());
	CHECK_EQ(all.attach<mob::armour>(0), sparse ? TARN_NONE : 0);
	if (sparse)
		EXPECT_FAULT(TARN_FAULT_REENTERED, nullptr, &all.record());
	return 1;
}

static void a_function_changes_no_more_than_it_may()
{
	std::uint32_t asked = 0;

	activation_appends();
	CHECK(all.deactivate(5) && all.deactivate(4));
	CHECK_EQ(all.deactivate_if<mob::name>([&asked](std::uint32_t named) {
		asked += refused(false);
		return named < 12 && mob::add(named + 10) != TARN_NONE;
	}),
		 2);
	CHECK_EQ(asked, 4);
	CHECK_NAMES(20, 21, 12, 13);
	asked = 0;
	all.each<mob::name>([&asked](std::uint32_t &) { asked += refused(false); });
	CHECK_EQ(asked, 4);
	all.each<mob::armour>([&asked](std::uint16_t &) { asked += refused(true); });
	CHECK_EQ(asked, 5);
	CHECK(all.deactivate(0));
	CHECK_EQ(all.check(), 0);
}

void is_the_walk_dense(void)
{
	CASE(activation_appends);
	CASE(the_last_fills_the_hole);
	CASE(a_full_array_refuses);
	CASE(a_walk_may_deactivate);
	CASE(a_function_changes_no_more_than_it_may);
	CASE(a_loop_is_given_columns);
	CASE(a_range_is_the_live_ones);
	CASE(swapping_keeps_an_order);
	CASE(a_bool_may_be_unset);
	CASE(sorting_makes_one);
	CASE(what_was_kept_comes_back);
	CASE(clearing_deactivates_all);
	CASE(the_new_and_the_dead_are_filled);
}
