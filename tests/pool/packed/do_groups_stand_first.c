/* SPDX-License-Identifier: MIT
 * Groups of SPARSE columns: what a loop over them is given, and what is no group. The model asks
 * whether the elements that have all components come first in each column, in one order. */
#include "mob.h"

struct odd {
	unsigned char byte[5];
};

#define CROWD(COLUMN, KEEP, SPARSE)     \
	COLUMN(uint32_t, name)          \
	SPARSE(uint32_t, place, PLACES) \
	SPARSE(struct odd, speed, 6)    \
	SPARSE(uint64_t, sprite, 5)     \
	SPARSE(uint16_t, health, PEOPLE)
#define PEOPLE 8
#define PLACES 7
TARN_PACKED_DECLARE(crowd, CROWD);
struct crowd crowd;

/* Components that say whose they are, written at the place that attaching returns. */
static void place(uint32_t index)
{
	uint32_t k = tarn_attach(&crowd, place, index);

	if (CHECK(k < crowd.place.set.count))
		crowd.place.at[k] = crowd.name[index];
}

static void speed(uint32_t index)
{
	uint32_t k = tarn_attach(&crowd, speed, index);

	if (CHECK(k < crowd.speed.set.count))
		crowd.speed.at[k] = (struct odd){{(unsigned char)crowd.name[index], 0, 0, 0, 77}};
}

static bool eight(void)
{
	if (!CHECK(crowd_init(&crowd, unit_arena(), unit_arena_bytes(), PEOPLE)))
		return false;
	for (uint32_t i = 0; i < PEOPLE; i++)
		crowd.name[crowd_activate(&crowd)] = 10 + i;
	return true;
}

/* Those from 10 to 16 have a place, those from 12 to 17 a speed. */
static bool five_have_both(void)
{
	if (!eight())
		return false;
	for (uint32_t i = 0; i < PLACES; i++)
		place(i);
	for (uint32_t i = 7; i > 1; i--)
		speed(i);
	return CHECK(tarn_group(&crowd, speed, place));
}

/* Five elements have a place and a speed, and they come first in both. */
static void check_five(void)
{
	CHECK_EQ(crowd_check(&crowd), 0);
	CHECK_EQ(crowd.place.set.grouped, 5);
	CHECK_EQ(crowd.speed.set.grouped, 5);
	for (uint32_t k = 0; k < 5; k++) {
		CHECK_EQ(crowd.place.at[k], crowd.name[tarn_owner(&crowd, place, k)]);
		CHECK_EQ(crowd.place.at[k], crowd.speed.at[k].byte[0]);
		CHECK_EQ(crowd.speed.at[k].byte[4], 77);
	}
}

static void an_array_may_have_two_groups(void)
{
	if (!five_have_both() || !CHECK(tarn_group(&crowd, sprite, health)))
		return;
	tarn_attach(&crowd, sprite, 0);
	check_five();
	CHECK_EQ(crowd.sprite.set.grouped, 0);
	tarn_attach(&crowd, health, 0);
	check_five();
	CHECK_EQ(crowd.sprite.set.grouped, 1);
}

static uint32_t sum_of_both(TARN_COMPONENTS(crowd, place, speed), uint32_t factor)
{
	uint32_t sum = 0;

	for (uint32_t k = 0; k < count; k++)
		sum += factor * (place[k] + speed[k].byte[0]);
	return sum;
}

static uint32_t sum_of_one(TARN_COMPONENTS(crowd, place))
{
	uint32_t sum = 0;

	for (uint32_t k = 0; k < count; k++)
		sum += place[k];
	return sum;
}

static void a_loop_is_given_what_is_joined(void)
{
	if (!five_have_both())
		return;
	CHECK_EQ(sum_of_both(tarn_components(&crowd, place, speed), 3),
		 3 * 2 * (12 + 13 + 14 + 15 + 16));
	CHECK_EQ(sum_of_one(tarn_components(&crowd, place)), 10 + 11 + 12 + 13 + 14 + 15 + 16);
}

/* From column to column, outside any group. */
static void a_component_finds_its_sibling(void)
{
	if (!eight())
		return;
	place(3);
	place(0);
	speed(1);
	speed(0);
	CHECK_EQ(tarn_sibling(&crowd, place, 0, speed), TARN_NONE);
	CHECK_EQ(tarn_sibling(&crowd, place, 1, speed), 1);
	CHECK_EQ(tarn_sibling(&crowd, speed, 1, place), 1);
	CHECK_EQ(tarn_sibling(&crowd, speed, 2, place), TARN_NONE);
	CHECK_EQ(tarn_sibling(&crowd, speed, TARN_NONE, place), TARN_NONE);
	CHECK(crowd_swap(&crowd, 0, 5));
	CHECK_EQ(tarn_sibling(&crowd, place, 1, speed), 1);
	CHECK(tarn_detach(&crowd, speed, 5));
	CHECK_EQ(tarn_sibling(&crowd, place, 1, speed), TARN_NONE);
}

#define NO_GROUP(call) (CHECK(!(call)), EXPECT_FAULT(TARN_FAULT_GROUP, NULL, &crowd.packed))

/* A refused group leaves every column as it was, so another group may be made of it. */
static void what_is_no_group(void)
{
	static struct crowd zeros;

	if (!five_have_both())
		return;
	NO_GROUP(tarn_group(&crowd, sprite));
	NO_GROUP(tarn_group(&crowd, sprite, sprite));
	NO_GROUP(tarn_group(&crowd, sprite, health, sprite));
	NO_GROUP(tarn_group(&crowd, sprite, health, place));
	NO_GROUP(tarn_group(&crowd, speed, place));
	NO_GROUP(tarn_sparse_joined(
		&crowd.packed,
		(struct tarn_sparse *[]){&crowd.place.set, &crowd.sprite.set, NULL}));
	CHECK(!tarn_group(&zeros, place, speed));
	EXPECT_FAULT(TARN_FAULT_GROUP, NULL, &zeros.packed);
	check_five();
	CHECK(tarn_group(&crowd, sprite, health));
	check_five();
	crowd_destroy(&crowd);
	NO_GROUP(sum_of_both(tarn_components(&crowd, place, speed), 1));
}

/* White box: the check finds each way in which a group may be wrong. */
static void p7_a_group_stands_first(void)
{
	if (!five_have_both())
		return;
	crowd.place.set.grouped = 4; /* only here */
	CHECK_EQ(crowd_check(&crowd), 7);
	crowd.speed.set.grouped = 4; /* the fifth has both */
	CHECK_EQ(crowd_check(&crowd), 7);
	crowd.place.set.grouped = crowd.speed.set.grouped = 6; /* the sixth has not both */
	CHECK_EQ(crowd_check(&crowd), 7);
	crowd.place.set.grouped = crowd.speed.set.grouped = 5;
	check_five();
	crowd.sprite.set.grouped = 1; /* in no group */
	CHECK_EQ(crowd_check(&crowd), 7);
}

void do_groups_stand_first(void)
{
	CASE(an_array_may_have_two_groups);
	CASE(a_loop_is_given_what_is_joined);
	CASE(a_component_finds_its_sibling);
	CASE(what_is_no_group);
	CASE(p7_a_group_stands_first);
}
