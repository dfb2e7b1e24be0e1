/* SPDX-License-Identifier: MIT
 * Live elements have the indices 0 to count - 1. The model asks this of all random calls; here are
 * the ways in which a program walks. */
#include "mob.h"

static void activation_appends(void)
{
	if (!mob_fresh())
		return;
	CHECK_EQ(mob.packed.count, 0);
	for (uint32_t i = 0; i < MOB_CAPACITY; i++)
		CHECK_EQ(mob_add(10 + i), i);
	CHECK_NAMES(10, 11, 12, 13, 14, 15);
}

static void the_last_fills_the_hole(void)
{
	activation_appends();
	CHECK(mob_deactivate(&mob, 1));
	CHECK_NAMES(10, 15, 12, 13, 14);
	CHECK(mob_deactivate(&mob, 0));
	CHECK_NAMES(14, 15, 12, 13);
	CHECK(mob_deactivate(&mob, 3));
	CHECK_NAMES(14, 15, 12);
	CHECK_EQ(mob_add(20), 3);
	CHECK_NAMES(14, 15, 12, 20);
}

static void a_walk_from_the_end_may_deactivate(void)
{
	activation_appends();
	for (uint32_t i = mob.packed.count; i-- > 0;) {
		if (mob.name[i] % 2 == 0)
			CHECK(mob_deactivate(&mob, i));
	}
	CHECK_NAMES(13, 11, 15);
}

/* It visits each element once. It looks next at the one that moved into a hole. */
static void a_walk_forwards_may_deactivate(void)
{
	uint32_t visited = 0;

	activation_appends();
	for (uint32_t i = 0; i < mob.packed.count;) {
		visited += mob.name[i];
		if (mob.name[i] % 2 == 1)
			CHECK(mob_deactivate(&mob, i));
		else
			i++;
	}
	CHECK_EQ(visited, 10 + 11 + 12 + 13 + 14 + 15);
	CHECK_NAMES(10, 14, 12);
}

static uint64_t sum_of_names(TARN_COLUMNS(mob, name, square, buffer), uint64_t more)
{
	for (uint32_t i = 0; i < count; i++) {
		buffer[i] = name[i] + 1;
		more += square[i] >> 20;
	}
	return more;
}

static void a_loop_is_given_columns(void)
{
	activation_appends();
	CHECK(mob_deactivate(&mob, 5));
	CHECK_EQ(sum_of_names(tarn_columns(&mob, name, square, buffer), 3),
		 3 + 100 + 121 + 144 + 169 + 196);
	CHECK_EQ(mob.buffer[0], 11);
	CHECK_EQ(mob.buffer[4], 15);
}

static void the_peak_is_remembered(void)
{
	if (!mob_fresh())
		return;
	mob_add(1);
	mob_add(2);
	CHECK(mob_deactivate(&mob, 0));
	CHECK(mob_deactivate(&mob, 0));
	mob_add(3);
	CHECK_EQ(mob.packed.peak, 2);
	CHECK_EQ(mob.packed.count, 1);
	activation_appends();
	CHECK_EQ(mob.packed.refused, 0);
	CHECK_EQ(mob_activate(&mob), TARN_NONE);
	CHECK_EQ(mob.packed.refused, 1);
}

/* What a KEEP column holds stays with its element, also while that is not live. */
static void what_it_held_comes_back(void)
{
	if (!mob_fresh())
		return;
	for (uint32_t i = 0; i < 3; i++) {
		CHECK_EQ(mob.buffer[mob_add(7)], 0);
		mob.buffer[i] = i + 1;
	}
	CHECK(mob_deactivate(&mob, 0)); /* 3 moves to the front, 1 to the place after the last */
	CHECK_EQ(mob.buffer[0], 3);
	CHECK_EQ(mob.buffer[1], 2);
	CHECK_EQ(mob.buffer[mob_add(7)], 1);
}

void is_the_walk_dense(void)
{
	CASE(activation_appends);
	CASE(the_last_fills_the_hole);
	CASE(a_walk_from_the_end_may_deactivate);
	CASE(a_walk_forwards_may_deactivate);
	CASE(a_loop_is_given_columns);
	CASE(the_peak_is_remembered);
	CASE(what_it_held_comes_back);
}
