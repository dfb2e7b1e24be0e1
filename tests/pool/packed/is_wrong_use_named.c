/* SPDX-License-Identifier: MIT
 * Each mistake raises a named fault, and changes nothing. packed-refuse tests what the compiler
 * refuses. */
#include "mob.h"

#define REFUSED(call, kind)             \
	do {                            \
		CHECK(call);            \
		EXPECT_MOB_FAULT(kind); \
	} while (0)

/* Makes three live elements, one with armour. Returns the handle of a fourth, which is not live any
 * more. */
static mob_handle three(void)
{
	mob_handle stale = {0, 0};

	if (!mob_fresh())
		return stale;
	for (uint32_t i = 0; i < 4; i++)
		mob_add(10 + i);
	tarn_attach(&mob, armour, 1);
	stale = mob_handle_of(&mob, 3);
	CHECK(mob_deactivate(&mob, 3));
	return stale;
}

static void nothing_changed(void)
{
	mob_holds(10, 3);
	CHECK_EQ(mob.armour.set.count, 1);
}

static void a_stale_handle(void)
{
	mob_handle stale = three();

	REFUSED(!mob_deactivate(&mob, mob_index(&mob, stale)), TARN_FAULT_STALE);
	REFUSED(tarn_attach(&mob, armour, mob_index(&mob, stale)) == TARN_NONE, TARN_FAULT_STALE);
	REFUSED(!tarn_detach(&mob, armour, mob_index(&mob, stale)), TARN_FAULT_STALE);
	nothing_changed();
}

static void an_index_out_of_range(void)
{
	static const uint32_t wrong[] = {3, MOB_CAPACITY, 1u << 31, TARN_NONE - 1};

	three();
	for (uint32_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		REFUSED(!mob_deactivate(&mob, wrong[i]), TARN_FAULT_INDEX);
		REFUSED(!mob_swap(&mob, 0, wrong[i]), TARN_FAULT_INDEX);
		REFUSED(!mob_swap(&mob, wrong[i], 0), TARN_FAULT_INDEX);
		REFUSED(tarn_attach(&mob, armour, wrong[i]) == TARN_NONE, TARN_FAULT_INDEX);
		REFUSED(!tarn_detach(&mob, armour, wrong[i]), TARN_FAULT_INDEX);
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
		REFUSED(!mob_init(&mob, memory, sizeof(memory), wrong[i]), TARN_FAULT_CAPACITY);
		CHECK_EQ(mob.packed.capacity, 0);
	}
}

/* An array that was never made refuses every call, and has no element. */
static void an_array_of_zeros(void)
{
	static struct mob zeros;

	CHECK_EQ(mob_activate(&zeros), TARN_NONE);
	CHECK_EQ(mob_index(&zeros, (mob_handle){0, 1}), TARN_NONE);
	CHECK_EQ(mob_handle_of(&zeros, 0).generation, 0);
	CHECK_EQ(tarn_find(&zeros, armour, 0), TARN_NONE);
	CHECK_EQ(tarn_owner(&zeros, armour, 0), TARN_NONE);
	CHECK_EQ(tarn_sibling(&zeros, armour, 0, armour), TARN_NONE);
	CHECK_EQ(mob_check(&zeros), 0);
	mob_clear(&zeros);
	mob_destroy(&zeros);
}

void is_wrong_use_named(void)
{
	CASE(a_stale_handle);
	CASE(an_index_out_of_range);
	CASE(a_wrong_capacity);
	CASE(an_array_of_zeros);
}
