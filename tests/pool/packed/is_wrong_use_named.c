/* SPDX-License-Identifier: MIT
 * Each mistake raises a named fault, and changes nothing. packed-refuse tests what the compiler
 * refuses. */
#include "mob.h"

static mob_handle stale;

/* Makes three live elements, one with armour. `stale` was the handle of a fourth. */
static bool three(void)
{
	if (!mob_fresh())
		return false;
	for (uint32_t i = 0; i < 4; i++)
		mob_add(10 + i);
	tarn_attach(&mob, armour, 1);
	stale = mob_handle_of(&mob, 3);
	return CHECK(mob_deactivate(&mob, 3));
}

static void nothing_changed(void)
{
	CHECK_NAMES(10, 11, 12);
	CHECK_EQ(mob.armour.set.count, 1);
}

static void a_stale_handle(void)
{
	if (!three())
		return;
	CHECK(!mob_deactivate(&mob, mob_index(&mob, stale)));
	EXPECT_MOB_FAULT(TARN_FAULT_STALE);
	CHECK_EQ(tarn_attach(&mob, armour, mob_index(&mob, stale)), TARN_NONE);
	EXPECT_MOB_FAULT(TARN_FAULT_STALE);
	CHECK(!tarn_detach(&mob, armour, mob_index(&mob, stale)));
	EXPECT_MOB_FAULT(TARN_FAULT_STALE);
	nothing_changed();
}

static void an_index_out_of_range(void)
{
	static const uint32_t wrong[] = {3, MOB_CAPACITY, 1u << 31, TARN_NONE - 1};

	if (!three())
		return;
	for (uint32_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		CHECK(!mob_deactivate(&mob, wrong[i]));
		EXPECT_MOB_FAULT(TARN_FAULT_INDEX);
		CHECK(!mob_swap(&mob, 0, wrong[i]));
		EXPECT_MOB_FAULT(TARN_FAULT_INDEX);
		CHECK(!mob_swap(&mob, wrong[i], 0));
		EXPECT_MOB_FAULT(TARN_FAULT_INDEX);
		CHECK_EQ(tarn_attach(&mob, armour, wrong[i]), TARN_NONE);
		EXPECT_MOB_FAULT(TARN_FAULT_INDEX);
		CHECK(!tarn_detach(&mob, armour, wrong[i]));
		EXPECT_MOB_FAULT(TARN_FAULT_INDEX);
		CHECK_EQ(tarn_find(&mob, armour, wrong[i]), TARN_NONE); /* no fault */
		CHECK_EQ(tarn_owner(&mob, armour, wrong[i]), TARN_NONE);
	}
	nothing_changed();
}

static void a_wrong_capacity(void)
{
	static unsigned char memory[64];
	static const uint32_t wrong[] = {0, 2, TARN_PACKED_MAX, TARN_PACKED_MAX + 1, UINT32_MAX};

	for (uint32_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		CHECK(!mob_init(&mob, memory, sizeof(memory), wrong[i]));
		EXPECT_MOB_FAULT(TARN_FAULT_CAPACITY);
		CHECK_EQ(mob.packed.capacity, 0);
	}
}

/* An array that was never made refuses every call, and has no element. */
static void an_array_of_zeros(void)
{
	static struct mob zeros;
	const mob_handle any = {0, 1};

	CHECK_EQ(mob_activate(&zeros), TARN_NONE);
	CHECK_EQ(mob_index(&zeros, any), TARN_NONE);
	CHECK_EQ(mob_handle_of(&zeros, 0).generation, 0);
	CHECK_EQ(tarn_find(&zeros, armour, 0), TARN_NONE);
	CHECK_EQ(tarn_owner(&zeros, armour, 0), TARN_NONE);
	CHECK_EQ(tarn_sibling(&zeros, armour, 0, armour), TARN_NONE);
	CHECK_EQ(mob_check(&zeros), 0);
	mob_clear(&zeros);
	mob_destroy(&zeros);
}

static void the_names(void)
{
	CHECK_TEXT(tarn_fault_name(TARN_FAULT_STALE), "stale");
	CHECK_TEXT(tarn_fault_name(TARN_FAULT_INDEX), "index");
	CHECK_TEXT(tarn_fault_name(TARN_FAULT_CAPACITY), "capacity");
	CHECK_TEXT(tarn_fault_name(TARN_FAULT_GROUP), "group");
}

void is_wrong_use_named(void)
{
	CASE(a_stale_handle);
	CASE(an_index_out_of_range);
	CASE(a_wrong_capacity);
	CASE(an_array_of_zeros);
	CASE(the_names);
}
