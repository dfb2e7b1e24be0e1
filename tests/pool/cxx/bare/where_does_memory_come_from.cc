/* SPDX-License-Identifier: MIT
 * An array in static memory, in any memory, on a heap; the sizing law; types of all alignments, and
 * types with default values. */
#include "mob.hpp"
#include "tarn_memory.hpp"
#include "tarn_refused.h"

using mob::all;

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
using wide = tarn::packed<unsigned char, speed, wide_row, more>;
} // namespace
static wide::memory<3> wide_room;
static wide wides("wides", wide_room);

using ids = tarn::packed<>;
static ids::memory<4> id_room;
static ids id("id", id_room);

static void the_law_holds()
{
	const std::uint32_t exact = (12 + 4 + 3 + 8 + 4 + 4 + 4) * 100 + 3 * (4 + 2) + 3 * (4 + 4);

	CHECK(mob::array::bytes(100) >= exact);
	CHECK(mob::array::bytes(100) <= exact + 8 * 12); /* 8 for each array */
}

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
	const wide::handle handle = wides.handle_of(2);

	CHECK_EQ(wides.attach<more>(0), 0);
	CHECK_EQ(wides.attach<more>(2), 1);
	CHECK(wides.deactivate(0));
	CHECK_EQ(wides.index(handle), 0);
	CHECK(unit_holds(&wides.column<wide_row>()[0], sizeof(row), 2));
	CHECK_EQ(wides.column<speed>()[0].y, 4);
	CHECK_EQ(reinterpret_cast<std::uintptr_t>(wides.column<wide_row>().data()) % 32, 0);
	CHECK_EQ(reinterpret_cast<std::uintptr_t>(wides.column<more>().data()) % 32, 0);
	CHECK_EQ(wides.check(), 0);
}

static void any_address_will_do()
{
	const std::size_t bytes = mob::array::bytes(mob::capacity);

	for (std::uint32_t shift = 0; shift < 16; shift++) {
		unsigned char *low = unit_arena() + shift;

		CHECK(all.init(low, bytes, mob::capacity));
		CHECK(reinterpret_cast<unsigned char *>(all.record().slot) >= low);
		CHECK(reinterpret_cast<unsigned char *>(all.column<mob::shield>().data() + 3) <=
		      low + bytes);
		CHECK_EQ(reinterpret_cast<std::uintptr_t>(all.column<mob::square>().data()) % 8, 0);
		for (std::uint32_t i = 0; i < mob::capacity; i++)
			mob::add(i);
		CHECK_NAMES(0, 1, 2, 3, 4, 5);
	}
	CHECK(!all.init(unit_arena(), bytes - 1, mob::capacity));
	EXPECT_MOB_FAULT(TARN_FAULT_CAPACITY);
	CHECK(!all.init(nullptr, bytes, mob::capacity));
	EXPECT_MOB_FAULT(TARN_FAULT_CAPACITY);
}

static void an_array_may_have_no_columns()
{
	id.clear();
	id.activate();
	id.activate();
	const ids::handle handle = id.handle_of(1);

	CHECK(id.deactivate(0));
	CHECK_EQ(id.index(handle), 0);
}

/* The array of a level is on a heap, and ends with its scope. */
static void a_heap_serves()
{
	NEED_COMMONS;
	if (!MAKE_COMMONS(2048))
		return;
	const std::uint32_t free = unit_commons_free(&unit_heap);
	{
		tarn::scoped<mob::array> level("level");

		if (!CHECK(level.make(unit_heap, 4)))
			return;
		CHECK(tarn_is_live(&unit_heap, level.record().slot));
		CHECK(level.make(unit_heap, 8)); /* the old one is given back */
		for (std::uint32_t i = 0; i < 8; i++)
			CHECK_EQ(level.activate(), i);
		CHECK(!level.make(unit_heap, 1000));
		CHECK_EQ(level.capacity(), 0);
		CHECK(!level.make(unit_heap, 0));
		EXPECT_FAULT(TARN_FAULT_CAPACITY, &unit_heap, &level.record());
		CHECK(level.make(unit_heap, 2));
	}
	unit_drain(&unit_heap);
	CHECK_EQ(unit_commons_free(&unit_heap), free);
	CHECK_SOUND(&unit_heap);
}

static tarn_refusal refusal;
static std::uint32_t refusals;

static void note(const tarn_refusal *of)
{
	refusal = *of;
	refusals++;
}

static void what_is_refused_is_told()
{
	if (!mob::fresh())
		return;
	refusals = 0;
	tarn_on_refused(note);
	while (all.activate() != TARN_NONE)
		;
	tarn_on_refused(nullptr);
	CHECK_EQ(refusals, 1);
	CHECK_TEXT(refusal.name, "mob");
	CHECK_EQ(refusal.size, 0);
}

void where_does_memory_come_from(void)
{
	CASE(the_law_holds);
	CASE(an_array_over_a_room_is_ready);
	CASE(any_address_will_do);
	CASE(an_array_may_have_no_columns);
	CASE(a_heap_serves);
	CASE(what_is_refused_is_told);
}
