/* SPDX-License-Identifier: MIT
 * A KEEP column's contents belong to the place's element even while it is not live. What was
 * created once survives, however elements move, and nothing is lost or held twice. */
#include "mob.h"

static uint32_t created;

/* Activates an element, and gets its buffer if it never had one. */
static uint32_t add_with_buffer(void)
{
	uint32_t index = mob_add(7);

	if (index != TARN_NONE && mob.buffer[index] == 0)
		mob.buffer[index] = ++created;
	return index;
}

static void a_new_element_has_zeros(void)
{
	if (!mob_fresh())
		return;
	for (uint32_t i = 0; i < MOB_CAPACITY; i++)
		CHECK_EQ(mob.buffer[mob_activate(&mob)], 0);
}

static void what_it_held_comes_back(void)
{
	if (!mob_fresh())
		return;
	created = 0;
	for (uint32_t i = 0; i < 3; i++)
		add_with_buffer();
	CHECK(mob_deactivate(&mob, 0)); /* 3 moves to the front, 1 to the place after the last */
	CHECK_EQ(mob.buffer[0], 3);
	CHECK_EQ(mob.buffer[1], 2);
	CHECK_EQ(mob.buffer[add_with_buffer()], 1);
	CHECK_EQ(created, 3);
}

static void nothing_is_created_twice(void)
{
	uint32_t seen = 0;

	if (!mob_fresh())
		return;
	created = 0;
	for (uint32_t i = 0; i < 1000; i++) {
		if (i * 7 % 5 < 3 && mob.packed.count)
			mob_deactivate(&mob, i * 13 % mob.packed.count);
		else
			add_with_buffer();
	}
	while (add_with_buffer() != TARN_NONE)
		;
	CHECK_EQ(created, MOB_CAPACITY);
	for (uint32_t i = 0; i < MOB_CAPACITY; i++)
		seen |= 1u << mob.buffer[i];
	CHECK_EQ(seen, (2u << MOB_CAPACITY) - 2);
}

void is_what_is_kept_kept(void)
{
	CASE(a_new_element_has_zeros);
	CASE(what_it_held_comes_back);
	CASE(nothing_is_created_twice);
}
