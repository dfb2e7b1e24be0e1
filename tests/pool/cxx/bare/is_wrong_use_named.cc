/* SPDX-License-Identifier: MIT
 * Each mistake is a fault with a name, and changes nothing. tests/pool/cxx/refuse-memory has the
 * mistakes that the compiler refuses. */
#include "mob.hpp"

using mob::all;
using mob::armour;

static mob::array::handle stale;

/* Three live elements, one with armour; `stale` was a fourth. */
static bool three()
{
	if (!mob::fresh())
		return false;
	for (std::uint32_t i = 0; i < 4; i++)
		mob::add(10 + i);
	all.attach<armour>(1);
	stale = all.handle_of(3);
	return CHECK(all.deactivate(3));
}

static void a_stale_handle()
{
	if (!three())
		return;
	CHECK(!all.deactivate(all.index(stale)));
	EXPECT_MOB_FAULT(TARN_FAULT_STALE);
	CHECK_EQ(all.attach<armour>(all.index(stale)), TARN_NONE);
	EXPECT_MOB_FAULT(TARN_FAULT_STALE);
	CHECK(!all.detach<armour>(all.index(stale)));
	EXPECT_MOB_FAULT(TARN_FAULT_STALE);
	CHECK_NAMES(10, 11, 12);
	CHECK_EQ(all.set<armour>().count, 1);
}

static void an_index_out_of_range()
{
	if (!three())
		return;
	for (std::uint32_t wrong : {UINT32_C(3), mob::capacity, UINT32_C(1) << 31, TARN_NONE - 1}) {
		CHECK(!all.deactivate(wrong));
		EXPECT_MOB_FAULT(TARN_FAULT_INDEX);
		CHECK(!all.swap(0, wrong));
		EXPECT_MOB_FAULT(TARN_FAULT_INDEX);
		CHECK_EQ(all.attach<armour>(wrong), TARN_NONE);
		EXPECT_MOB_FAULT(TARN_FAULT_INDEX);
		CHECK(!all.detach<armour>(wrong));
		EXPECT_MOB_FAULT(TARN_FAULT_INDEX);
	}
	CHECK_NAMES(10, 11, 12);
	CHECK_EQ(all.set<armour>().count, 1);
}

static void a_wrong_capacity()
{
	static unsigned char memory[64];

	for (std::uint32_t wrong :
	     {UINT32_C(0), UINT32_C(2), TARN_PACKED_MAX, TARN_PACKED_MAX + 1, UINT32_MAX}) {
		CHECK(!all.init(memory, sizeof(memory), wrong));
		EXPECT_MOB_FAULT(TARN_FAULT_CAPACITY);
		CHECK_EQ(all.capacity(), 0);
	}
}

/* An array that was not made yet refuses each call, and has no element. */
static void an_array_without_memory()
{
	static mob::array none("none");

	CHECK_EQ(none.activate(), TARN_NONE);
	CHECK_EQ(none.index(mob::array::handle{0, 1}), TARN_NONE);
	CHECK(none.handle_of(0) == mob::array::handle{});
	CHECK_EQ(none.find<armour>(0), TARN_NONE);
	CHECK_EQ(none.owner<armour>(0), TARN_NONE);
	CHECK_EQ((none.sibling<armour, mob::shield>(0)), TARN_NONE);
	none.each<mob::name>([](std::uint32_t) { CHECK(false); });
	CHECK_EQ(none.check(), 0);
	none.clear();
	none.close();
}

void is_wrong_use_named(void)
{
	CASE(a_stale_handle);
	CASE(an_index_out_of_range);
	CASE(a_wrong_capacity);
	CASE(an_array_without_memory);
}
