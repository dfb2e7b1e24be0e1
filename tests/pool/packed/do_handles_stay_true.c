/* SPDX-License-Identifier: MIT
 * What is no handle, and whose. The model asks whether a handle names its element wherever that
 * moves, and nothing after the element is gone, for all generations of its slot. */
#include "mob.h"

/* Two arrays of one type: the compiler cannot tell their handles apart, but the generations can. */
static void another_arrays_handle_is_stale_here(void)
{
	static struct mob other;
	static _Alignas(8) unsigned char other_memory[TARN_PACKED_BYTES(MOB, 3)];

	mob_destroy(&mob);
	mob.packed.origin = 0; /* as new as the other */
	if (!mob_fresh() || !CHECK(mob_init(&other, other_memory, sizeof(other_memory), 2)))
		return;
	mob_add(1);
	mob_activate(&other);
	CHECK_EQ(mob_index(&other, mob_handle_of(&mob, 0)), TARN_NONE);
	CHECK_EQ(mob_index(&mob, mob_handle_of(&other, 0)), TARN_NONE);
	CHECK_EQ(mob_index(&other, mob_handle_of(&other, 0)), 0);
	mob_destroy(&other);
}

static void no_bits_of_a_handle_reach_a_dead_element(void)
{
	uint32_t dead;

	if (!mob_fresh())
		return;
	mob_add(1);
	mob_add(2);
	CHECK(mob_deactivate(&mob, 1));
	dead = mob.packed.slot[1].generation;
	for (uint32_t slot = 1; slot < 5; slot++)
		CHECK_EQ(mob_index(&mob, (mob_handle){slot, dead}), TARN_NONE);
	CHECK_EQ(mob_index(&mob, (mob_handle){TARN_NONE, dead}), TARN_NONE);
	CHECK_EQ(mob_index(&mob, (mob_handle){0, 0}), TARN_NONE);
	CHECK_EQ(mob_handle_of(&mob, 1).generation, 0);
	CHECK_EQ(mob_handle_of(&mob, 2).generation, 0); /* never was live */
	CHECK_EQ(mob_handle_of(&mob, TARN_NONE).generation, 0);
}

static void a_number_comes_back(void)
{
	uint64_t word;

	if (!mob_fresh())
		return;
	mob_add(1);
	word = mob_number(mob_handle_of(&mob, 0));
	CHECK_EQ(mob_index(&mob, mob_of_number(word)), 0);
	for (uint32_t bit = 0; bit < 64; bit++)
		CHECK_EQ(mob_index(&mob, mob_of_number(word ^ UINT64_C(1) << bit)), TARN_NONE);
	CHECK_EQ(mob_number((mob_handle){0, 0}), 0);
}

void do_handles_stay_true(void)
{
	CASE(another_arrays_handle_is_stale_here);
	CASE(no_bits_of_a_handle_reach_a_dead_element);
	CASE(a_number_comes_back);
}
