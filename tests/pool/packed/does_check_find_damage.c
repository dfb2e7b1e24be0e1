/* SPDX-License-Identifier: MIT
 * Breaks each numbered invariant of pool/packed/README.md on purpose (white box). do_fills_show
 * breaks P5. */
#include "mob.h"

/* Makes four live elements and two dead ones, with armour on 0 and 2. */
static bool whole(void)
{
	if (!mob_fresh())
		return false;
	for (uint32_t i = 0; i < MOB_CAPACITY; i++)
		mob_add(10 + i);
	tarn_attach(&mob, armour, 0);
	tarn_attach(&mob, armour, 2);
	mob_deactivate(&mob, 5);
	mob_deactivate(&mob, 4);
	return CHECK_EQ(mob_check(&mob), 0);
}

/* Adds `by` to a word, which breaks the invariant `number`. Then restores the word: the array is
 * whole again. */
static void breaks(uint32_t *word, uint32_t by, uint32_t number)
{
	*word += by;
	CHECK_EQ(mob_check(&mob), number);
	*word -= by;
	CHECK_EQ(mob_check(&mob), 0);
}

static void p1_counts_are_in_order(void)
{
	if (!whole())
		return;
	breaks(&mob.packed.count, 3, 1);
	breaks(&mob.packed.placed, 1, 1);
	breaks(&mob.packed.slots, 1, 1);
	breaks(&mob.packed.peak, 1, 1);
	breaks(&mob.packed.peak, (uint32_t)-3, 1);
}

static void p2_owner_and_index_agree(void)
{
	if (!whole())
		return;
	for (uint32_t i = 0; i < MOB_CAPACITY; i++) {
		breaks(&mob.packed.owner[i], 1, 2);
		breaks(&mob.packed.owner[i], 1000, 2);
		breaks(&mob.packed.slot[i].index, 1, 2);
	}
}

static void p3_odd_generations_are_live(void)
{
	if (!whole())
		return;
	for (uint32_t i = 0; i < MOB_CAPACITY; i++)
		breaks(&mob.packed.slot[i].generation, 1, 3);
	breaks(&mob.packed.count, 1, 3);
	breaks(&mob.packed.count, (uint32_t)-1, 3);
}

static void p4_what_is_out_of_reach_is_retired(void)
{
	if (!whole())
		return;
	breaks(&mob.packed.placed, (uint32_t)-1, 4);
}

static void p6_components_are_live_elements(void)
{
	if (!whole())
		return;
	breaks(&mob.armour.set.count, 2, 6);
	breaks(&mob.armour.set.peak, (uint32_t)-1, 6);
	breaks(&mob.armour.set.owner[1], 1, 6);
	breaks(&mob.armour.set.owner[1], 1000, 6);
	breaks(&mob.armour.set.place[2], 1, 6);
	mob.armour.set.owner[1] = mob.packed.owner[5]; /* that of a dead element */
	CHECK_EQ(mob_check(&mob), 6);
}

void does_check_find_damage(void)
{
	CASE(p1_counts_are_in_order);
	CASE(p2_owner_and_index_agree);
	CASE(p3_odd_generations_are_live);
	CASE(p4_what_is_out_of_reach_is_retired);
	CASE(p6_components_are_live_elements);
}
