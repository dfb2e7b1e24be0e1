/* SPDX-License-Identifier: MIT
 * Level 2: a new element holds 0xdeadbeef, an inactive one 0x1deadb0b. A write to an inactive one
 * is found when its place is used again. Below level 2 nothing is filled. */
#include "mob.h"

static bool two_of_three(void)
{
	if (!mob_fresh())
		return false;
	for (uint32_t i = 0; i < 3; i++)
		mob_add(10 + i);
	tarn_attach(&mob, armour, 0);
	mob.buffer[2] = 77;
	return CHECK(mob_deactivate(&mob, 2));
}

static void the_new_and_the_dead_are_filled(void)
{
	uint32_t index;

	NEED_LEVEL(2);
	if (!two_of_three())
		return;
	CHECK_EQ(mob.name[2], 0x1deadb0b);
	CHECK_EQ(mob.blob[2].byte[2], 0xea);
	CHECK_EQ(mob.square[2], UINT64_C(0x1deadb0b1deadb0b));
	CHECK_EQ(mob.buffer[2], 77);
	CHECK(tarn_detach(&mob, armour, 0));
	CHECK_EQ(mob.armour.at[0], 0xdb0b);
	index = mob_activate(&mob);
	CHECK_EQ(index, 2);
	CHECK_EQ(mob.name[2], 0xdeadbeef);
	CHECK_EQ(mob.blob[2].byte[0], 0xef);
	CHECK_EQ(mob.square[2], UINT64_C(0xdeadbeefdeadbeef));
	CHECK_EQ(mob.buffer[2], 77);
	CHECK_EQ(mob.armour.at[tarn_attach(&mob, armour, 2)], 0xbeef);
	CHECK_EQ(mob.name[mob_activate(&mob)], 0xdeadbeef); /* never used before */
}

static void a_write_to_the_dead_is_found(void)
{
	NEED_LEVEL(2);
	if (!two_of_three())
		return;
	mob.square[2] = 1; /* through an index that was kept too long */
	CHECK_EQ(mob_check(&mob), 5);
	CHECK_EQ(mob_activate(&mob), 2);
	EXPECT_FAULT(TARN_FAULT_USE_AFTER_FREE, NULL, &mob.square[2]);
	CHECK_EQ(mob_check(&mob), 0);
	CHECK(tarn_detach(&mob, armour, 0));
	mob.armour.at[0] = 1;
	CHECK_EQ(mob_check(&mob), 5);
	CHECK_EQ(tarn_attach(&mob, armour, 1), 0);
	EXPECT_FAULT(TARN_FAULT_USE_AFTER_FREE, NULL, &mob.armour.at[0]);
}

static void below_level_2_nothing_is_touched(void)
{
	SKIP_UNLESS(TARN_HARDEN < 2, "below level 2");
	if (!two_of_three())
		return;
	CHECK_EQ(mob.name[2], 12);
	mob.name[2] = 1;
	CHECK_EQ(mob_check(&mob), 0);
	CHECK_EQ(mob.name[mob_activate(&mob)], 1);
}

void do_fills_show(void)
{
	CASE(the_new_and_the_dead_are_filled);
	CASE(a_write_to_the_dead_is_found);
	CASE(below_level_2_nothing_is_touched);
}
