/* SPDX-License-Identifier: MIT
 * Sparse columns: which elements have a component, where it lies, and whose it is. */
#include "mob.h"

static void add_all(void)
{
	if (!mob_fresh())
		return;
	for (uint32_t i = 0; i < MOB_CAPACITY; i++)
		mob_add(10 + i);
}

/* Only the element called `name` has armour of that number; or none has. */
static void check_armour(uint32_t name, bool has)
{
	for (uint32_t i = 0; i < mob.packed.count; i++) {
		uint32_t k = tarn_find(&mob, armour, i);

		if (mob.name[i] != name)
			continue;
		CHECK_EQ(k != TARN_NONE, has);
		if (k == TARN_NONE)
			continue;
		CHECK_EQ(mob.armour.at[k], 100 + name);
		CHECK_EQ(tarn_owner(&mob, armour, k), i);
	}
}

static void equip(uint32_t index)
{
	uint32_t k = tarn_attach(&mob, armour, index);

	if (CHECK(k < mob.armour.set.count))
		mob.armour.at[k] = (uint16_t)(100 + mob.name[index]);
}

static void few_have_it_and_they_lie_dense(void)
{
	add_all();
	equip(4);
	equip(1);
	CHECK_EQ(mob.armour.set.count, 2);
	CHECK_EQ(mob.armour.at[0], 114);
	CHECK_EQ(mob.armour.at[1], 111);
	CHECK_EQ(tarn_attach(&mob, armour, 4), 0); /* twice is once */
	for (uint32_t i = 0; i < MOB_CAPACITY; i++)
		check_armour(10 + i, i == 1 || i == 4);
	CHECK_EQ(mob_check(&mob), 0);
}

static void detaching_moves_the_last(void)
{
	add_all();
	equip(0);
	equip(3);
	equip(5);
	CHECK(tarn_detach(&mob, armour, 0));
	CHECK(!tarn_detach(&mob, armour, 0));
	CHECK_EQ(mob.armour.set.count, 2);
	check_armour(10, false);
	check_armour(13, true);
	check_armour(15, true);
	CHECK_EQ(mob_check(&mob), 0);
}

static void a_dead_element_leaves_no_component(void)
{
	add_all();
	equip(1);
	equip(5);
	CHECK(mob_deactivate(&mob, 1));
	CHECK_EQ(mob.armour.set.count, 1);
	check_armour(15, true);
	CHECK_EQ(mob_add(20), 5); /* the same slot, another element */
	check_armour(20, false);
	mob_clear(&mob);
	CHECK_EQ(mob.armour.set.count, 0);
	CHECK_EQ(mob_check(&mob), 0);
}

/* From a handle to the sibling components, and from a component back to its element. */
static void an_id_finds_every_component(void)
{
	mob_handle handle;
	uint32_t index;

	add_all();
	equip(3);
	handle = mob_handle_of(&mob, 3);
	CHECK(mob_deactivate(&mob, 1));
	CHECK(mob_swap(&mob, 0, 3));
	index = mob_index(&mob, handle);
	CHECK_EQ(index, 0);
	CHECK_EQ(mob.name[index], 13);
	CHECK_EQ(mob.armour.at[tarn_find(&mob, armour, index)], 113);
	CHECK_EQ(mob.name[tarn_owner(&mob, armour, 0)], 13);
	CHECK_EQ(tarn_find(&mob, armour, mob.packed.count), TARN_NONE);
	CHECK_EQ(tarn_owner(&mob, armour, 1), TARN_NONE);
}

void do_components_follow(void)
{
	CASE(few_have_it_and_they_lie_dense);
	CASE(detaching_moves_the_last);
	CASE(a_dead_element_leaves_no_component);
	CASE(an_id_finds_every_component);
}
