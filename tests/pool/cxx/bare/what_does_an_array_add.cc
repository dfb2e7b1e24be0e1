/* SPDX-License-Identifier: MIT
 * What C++ adds to a packed array: ranges, functions that walk, orders as lambdas, handles as
 * values, types for memory, scopes. tests/pool/cxx/herd asks whether the rest is as in C. */
#include "../../unit/unit.h"
#include "tarn_memory.hpp"
#include "tarn_packed.hpp"

namespace
{
struct name : tarn::column<std::uint32_t> {
};
struct square : tarn::column<std::uint64_t> {
};
struct buffer : tarn::keep<std::uint32_t> {
};
struct armour : tarn::sparse<std::uint16_t, 3> {
};
struct shield : tarn::sparse<std::uint32_t, 3> {
};
using array = tarn::packed<name, square, buffer, armour, shield>;
} // namespace
static array::memory<6> home;
static array all("mob", home);

static std::uint32_t add(std::uint32_t named)
{
	const std::uint32_t index = all.activate();

	if (index != TARN_NONE) {
		all.column<name>()[index] = named;
		all.column<square>()[index] = static_cast<std::uint64_t>(named) * named;
	}
	return index;
}

/* Empties the array, and makes elements with the names 10 to 15. */
static void add_all()
{
	all.close();
	CHECK(all.init(unit_arena(), array::bytes(6), 6));
	for (std::uint32_t i = 0; i < 6; i++)
		CHECK_EQ(add(10 + i), i);
}

/* The names of the live elements, in their order, as digits of base 100. */
static std::uint64_t names()
{
	const array &read = all;
	std::uint64_t digits = 0;

	for (std::uint32_t named : read.column<name>())
		digits = digits * 100 + named;
	CHECK_EQ(all.check(), 0);
	return digits;
}

static bool expect(enum tarn_fault_kind kind)
{
	return EXPECT_FAULT(kind, nullptr, &all.record()) && CHECK_TEXT(unit_fault.name, "mob");
}

/* ---- Walks ----------------------------------------------------------------------------------- */

static void a_range_is_the_live_ones()
{
	add_all();
	CHECK(all.deactivate(5));
	for (std::uint32_t &one : all.column<buffer>())
		one = 7;
	CHECK_EQ(names(), 1011121314);
	CHECK_EQ(all.column<buffer>().size(), 5);
	CHECK_EQ(all.activate(), 5);
	CHECK_EQ(all.column<buffer>()[5], 0); /* it was not in the range */
}

static void a_function_is_given_columns()
{
	const array &read = all;
	std::uint64_t sum = 3;

	add_all();
	CHECK(all.deactivate(5));
	all.each<name, buffer>([](std::uint32_t named, std::uint32_t &one) { one = named + 1; });
	CHECK_EQ(all.column<buffer>()[0], 11);
	CHECK_EQ(all.column<buffer>()[4], 15);
	read.each<square>([&sum](const std::uint64_t &one) { sum += one; });
	CHECK_EQ(sum, 3 + 100 + 121 + 144 + 169 + 196);
}

static void a_function_says_who_goes()
{
	std::uint32_t visited = 0;

	add_all();
	CHECK_EQ(all.deactivate_if<name>([&visited](std::uint32_t named) {
		visited += named;
		return named % 2 == 0;
	}),
		 3);
	CHECK_EQ(visited, 10 + 11 + 12 + 13 + 14 + 15);
	CHECK_EQ(names(), 131115);
}

static void a_lambda_is_an_order()
{
	add_all();
	all.sort_by<name>([](std::uint32_t a, std::uint32_t b) { return a > b; });
	CHECK_EQ(names(), 151413121110);
	all.sort([](std::uint32_t i, std::uint32_t j) {
		return all.column<name>()[i] % 3 < all.column<name>()[j] % 3;
	});
	CHECK_EQ(names(), 151213101411); /* equal ones keep their order */
}

static void equip(std::uint32_t index)
{
	all.column<armour>()[all.attach<armour>(index)] = static_cast<std::uint16_t>(index);
}

static void guard(std::uint32_t index)
{
	all.column<shield>()[all.attach<shield>(index)] = index;
}

static void components_are_ranges_too()
{
	std::uint32_t sum = 0, k = 0;

	add_all();
	for (std::uint32_t i = 0; i < 3; i++) {
		equip(i);
		guard(3 - i);
	}
	for (std::uint16_t whose : all.column<armour>())
		CHECK_EQ(all.owner<armour>(k++), whose);
	CHECK_EQ(k, 3);
	CHECK_EQ((all.sibling<armour, shield>(1)), all.find<shield>(1));
	CHECK_EQ((all.sibling<armour, shield>(0)), TARN_NONE);
	CHECK((all.group<armour, shield>()));
	all.each<armour, shield>([&sum](std::uint16_t one, std::uint32_t &other) {
		CHECK_EQ(one, other);
		sum += one;
	});
	CHECK_EQ(sum, 1 + 2);
	all.each<armour>([&sum](std::uint16_t one) { sum += one; });
	CHECK_EQ(sum, 1 + 2 + 0 + 1 + 2);
	CHECK(!(all.group<shield, armour>()));
	expect(TARN_FAULT_GROUP);
	add_all();
	all.each<armour, shield>([](std::uint16_t, std::uint32_t) { CHECK(false); });
	expect(TARN_FAULT_GROUP);
}

/* What the function of a walk may not do is refused, each time. */
static std::uint32_t refused(bool sparse)
{
	CHECK(!all.deactivate(0));
	expect(TARN_FAULT_REENTERED);
	CHECK(!all.swap(0, 1));
	expect(TARN_FAULT_REENTERED);
	all.sort([](std::uint32_t, std::uint32_t) { return false; });
	expect(TARN_FAULT_REENTERED);
	all.clear();
	expect(TARN_FAULT_REENTERED);
	all.close();
	expect(TARN_FAULT_REENTERED);
	CHECK_EQ(all.deactivate_if<name>([](std::uint32_t named) { return named == 12; }), 0);
	expect(TARN_FAULT_REENTERED);
	CHECK_EQ(all.attach<armour>(0), sparse ? TARN_NONE : 0);
	if (sparse)
		expect(TARN_FAULT_REENTERED);
	return 1;
}

static void a_function_changes_no_more_than_it_may()
{
	std::uint32_t asked = 0;

	add_all();
	CHECK(all.deactivate(5) && all.deactivate(4));
	CHECK_EQ(all.deactivate_if<name>([&asked](std::uint32_t named) {
		asked += refused(false);
		return named < 12 && add(named + 10) != TARN_NONE;
	}),
		 2);
	CHECK_EQ(asked, 4);
	CHECK_EQ(names(), 20211213);
	asked = 0;
	all.each<name>([&asked](std::uint32_t &) { asked += refused(false); });
	CHECK_EQ(asked, 4);
	all.each<armour>([&asked](std::uint16_t &) { asked += refused(true); });
	CHECK_EQ(asked, 5);
	CHECK(all.deactivate(0));
	CHECK_EQ(all.check(), 0);
}

/* ---- Handles --------------------------------------------------------------------------------- */

static void a_handle_is_a_value()
{
	const array::handle none = {};

	add_all();
	const array::handle here = all.handle_of(0);

	CHECK(here == all.handle_of(0) && here != all.handle_of(1));
	CHECK(array::handle::of_number(here.number()) == here);
	CHECK(array::handle::of_number(0) == none && all.handle_of(6) == none);
	CHECK((here < none) != (none < here));
	CHECK(all.deactivate(0));
	CHECK_EQ(all.index(here), TARN_NONE);
	CHECK(!all.deactivate(all.index(here)));
	expect(TARN_FAULT_STALE);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

namespace
{
struct alignas(32) row {
	unsigned char byte[32];
};
struct speed { /* no column calls its constructor */
	std::uint32_t x = 3, y = 4;
};
struct wide_row : tarn::column<row> {
};
struct more : tarn::sparse<row, 2> {
};
struct asleep : tarn::column<bool> {
};
using wide = tarn::packed<unsigned char, speed, wide_row, more>;
} // namespace
static wide::memory<3> wide_room;
static wide wides("wides", wide_room);

/* A static array is empty without any call: no constructor ran. */
static void an_array_over_a_room_is_ready()
{
	wides.clear();
	CHECK_EQ(wides.capacity(), 3);
	for (std::uint32_t i = 0; i < 3; i++) {
		CHECK_EQ(wides.activate(), i);
		wides.column<unsigned char>()[i] = static_cast<unsigned char>(i);
		wides.column<speed>()[i] = speed();
		unit_fill(&wides.column<wide_row>()[i], sizeof(row), i);
	}
	CHECK_EQ(wides.activate(), TARN_NONE);
	CHECK_EQ(wides.attach<more>(2), 0);
	CHECK(wides.deactivate(0));
	CHECK(unit_holds(&wides.column<wide_row>()[0], sizeof(row), 2));
	CHECK_EQ(wides.column<speed>()[0].y, 4);
	CHECK_EQ(reinterpret_cast<std::uintptr_t>(wides.column<wide_row>().data()) % 32, 0);
	CHECK_EQ(reinterpret_cast<std::uintptr_t>(wides.column<more>().data()) % 32, 0);
	CHECK_EQ(wides.check(), 0);
}

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

/* The array of a level is on a heap, and ends with its scope. */
static void a_heap_serves()
{
	NEED_COMMONS;
	if (!MAKE_COMMONS(2048))
		return;
	const std::uint32_t free = unit_commons_free(&unit_heap);
	{
		tarn::scoped<array> level("level");

		if (!CHECK(level.make(unit_heap, 4)))
			return;
		CHECK(tarn_is_live(&unit_heap, level.record().slot));
		CHECK(!level.make(unit_heap, 1000)); /* the old one is given back */
		CHECK_EQ(level.capacity(), 0);
		CHECK(level.make(unit_heap, 2));
	}
	unit_drain(&unit_heap);
	CHECK_EQ(unit_commons_free(&unit_heap), free);
	CHECK_SOUND(&unit_heap);
}

void what_does_an_array_add(void)
{
	CASE(a_range_is_the_live_ones);
	CASE(a_function_is_given_columns);
	CASE(a_function_says_who_goes);
	CASE(a_lambda_is_an_order);
	CASE(components_are_ranges_too);
	CASE(a_function_changes_no_more_than_it_may);
	CASE(a_handle_is_a_value);
	CASE(an_array_over_a_room_is_ready);
	CASE(a_bool_may_be_unset);
	CASE(a_heap_serves);
	all.close();
}
