/* SPDX-License-Identifier: MIT
 * A slot whose generations are used up is never used again. 2^31 lives are too many for a test. So
 * it sets the generation to a few lives before the end (white box). */
#include "mob.h"

#define LIVES_LEFT 3

/* Makes two free elements. The next one to be activated has slot 0, with LIVES_LEFT lives. */
static bool old_slot(void)
{
	if (!mob_fresh())
		return false;
	mob_add(1);
	mob_add(2);
	mob_clear(&mob);
	mob.packed.slot[0].generation = mob.packed.origin - 3 - 2 * LIVES_LEFT;
	return true;
}

static void a_slot_retires_with_its_last_life(void)
{
	if (!old_slot())
		return;
	for (uint32_t life = 0; life < LIVES_LEFT; life++) {
		CHECK_EQ(mob_add(life), 0);
		CHECK_EQ(mob_handle_of(&mob, 0).slot, 0);
		CHECK(mob_deactivate(&mob, 0));
		CHECK_EQ(mob_check(&mob), 0);
	}
	CHECK_EQ(mob.packed.slots - mob.packed.placed, 1);
	for (uint32_t i = 0; i < MOB_CAPACITY - 1; i++) {
		CHECK_EQ(mob_add(i), i);
		CHECK(mob_handle_of(&mob, i).slot != 0);
	}
	CHECK_EQ(mob_activate(&mob), TARN_NONE); /* one less than the capacity */
	CHECK_NAMES(0, 1, 2, 3, 4);
}

/* The generations stop before the first handle would come again. */
static void the_generations_do_not_come_round(void)
{
	mob_handle first;

	if (!mob_fresh())
		return;
	mob_add(1);
	first = mob_handle_of(&mob, 0);
	CHECK(mob_deactivate(&mob, 0));
	mob.packed.slot[0].generation = mob.packed.origin - 3 - 2;
	for (uint32_t i = 0; i < 4 * MOB_CAPACITY; i++) {
		CHECK(mob_add(i) != TARN_NONE);
		CHECK_EQ(mob_index(&mob, first), TARN_NONE);
		CHECK(mob_deactivate(&mob, 0));
	}
}

/* An array whose struct has used up all generations stays empty. It does not repeat one. */
static void an_exhausted_struct_refuses(void)
{
	if (!old_slot())
		return;
	for (uint32_t life = 0; life < LIVES_LEFT; life++) {
		mob_add(life);
		CHECK(mob_deactivate(&mob, 0));
	}
	if (!mob_fresh())
		return;
	CHECK_EQ(mob_activate(&mob), TARN_NONE);
	CHECK_EQ(mob.packed.refused, 1);
	CHECK_EQ(mob_check(&mob), 0);
	mob_destroy(&mob);
	mob.packed.origin = 0; /* a struct of zeros: all is forgotten */
}

void do_slots_retire(void)
{
	CASE(a_slot_retires_with_its_last_life);
	mob_destroy(&mob);
	mob.packed.origin = 0;
	CASE(the_generations_do_not_come_round);
	mob_destroy(&mob);
	mob.packed.origin = 0;
	CASE(an_exhausted_struct_refuses);
}
