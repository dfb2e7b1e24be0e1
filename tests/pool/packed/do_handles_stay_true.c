/* SPDX-License-Identifier: MIT
 * A handle names its element wherever it moves. The model asks whether it names nothing after the
 * element is gone, for all generations of its slot. */
#include "mob.h"

static void a_handle_follows_its_element(void)
{
	mob_handle first, last;

	if (!mob_fresh())
		return;
	for (uint32_t i = 0; i < 4; i++)
		mob_add(10 + i);
	first = mob_handle_of(&mob, 0);
	last = mob_handle_of(&mob, 3);
	CHECK(mob_deactivate(&mob, 1)); /* the last moves to 1 */
	CHECK_EQ(mob_index(&mob, last), 1);
	CHECK_EQ(mob.name[mob_index(&mob, last)], 13);
	CHECK(mob_swap(&mob, 0, 2));
	CHECK_EQ(mob_index(&mob, first), 2);
	CHECK_EQ(mob.name[mob_index(&mob, first)], 10);
}

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
	mob_handle forged;

	if (!mob_fresh())
		return;
	mob_add(1);
	mob_add(2);
	CHECK(mob_deactivate(&mob, 1));
	forged.slot = 1;
	forged.generation = mob.packed.slot[1].generation;
	CHECK_EQ(mob_index(&mob, forged), TARN_NONE);
	for (forged.slot = 2; forged.slot < 5; forged.slot++)
		CHECK_EQ(mob_index(&mob, forged), TARN_NONE);
	forged.slot = TARN_NONE;
	CHECK_EQ(mob_index(&mob, forged), TARN_NONE);
}

static void the_zero_handle_is_none(void)
{
	const mob_handle zero = {0, 0};
	mob_handle handle;

	if (!mob_fresh())
		return;
	CHECK_EQ(mob_index(&mob, zero), TARN_NONE);
	mob_add(1);
	mob_add(2);
	CHECK(mob_deactivate(&mob, 1));
	CHECK_EQ(mob_index(&mob, zero), TARN_NONE);
	handle = mob_handle_of(&mob, 1); /* not live any more */
	CHECK_EQ(handle.slot, 0);
	CHECK_EQ(handle.generation, 0);
	handle = mob_handle_of(&mob, 2); /* never was */
	CHECK_EQ(handle.slot, 0);
	CHECK_EQ(handle.generation, 0);
	handle = mob_handle_of(&mob, TARN_NONE);
	CHECK_EQ(handle.generation, 0);
}

/* An array whose struct has used up all generations stays empty. It does not repeat one. */
static void an_exhausted_struct_refuses(void)
{
	if (!mob_fresh())
		return;
	mob_add(1);
	mob.packed.slot[0].generation = mob.packed.origin - 4; /* white box: its last one */
	CHECK(mob_deactivate(&mob, 0));
	if (!mob_fresh())
		return;
	CHECK_EQ(mob_activate(&mob), TARN_NONE);
	CHECK_EQ(mob.packed.refused, 1);
	CHECK_EQ(mob_check(&mob), 0);
	mob_destroy(&mob);
	mob.packed.origin = 0; /* a struct of zeros: all is forgotten */
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
	CASE(an_exhausted_struct_refuses);
	CASE(a_number_comes_back);
	CASE(a_handle_follows_its_element);
	CASE(another_arrays_handle_is_stale_here);
	CASE(no_bits_of_a_handle_reach_a_dead_element);
	CASE(the_zero_handle_is_none);
}
