/* SPDX-License-Identifier: MIT
 * Groups of SPARSE columns: the elements that all of them have come first in each, in one order. */
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

static bool eight(void)
{
	if (!CHECK(crowd_init(&crowd, unit_arena(), unit_arena_bytes(), PEOPLE)))
		return false;
	for (uint32_t i = 0; i < PEOPLE; i++)
		crowd.name[crowd_activate(&crowd)] = 10 + i;
	return true;
}

static uint32_t index_of(uint32_t name)
{
	uint32_t i = 0;

	while (i < crowd.packed.count && crowd.name[i] != name)
		i++;
	return i;
}

/* Components that say whose they are, written at the place that attaching returns. */
static void place(uint32_t name)
{
	uint32_t k = tarn_attach(&crowd, place, index_of(name));

	if (CHECK(k < crowd.place.set.count))
		crowd.place.at[k] = name;
}

static void speed(uint32_t name)
{
	uint32_t k = tarn_attach(&crowd, speed, index_of(name));

	if (CHECK(k < crowd.speed.set.count))
		crowd.speed.at[k] = (struct odd){{(unsigned char)name, 0, 0, 0, 77}};
}

static void sprite(uint32_t name)
{
	uint32_t k = tarn_attach(&crowd, sprite, index_of(name));

	if (CHECK(k < crowd.sprite.set.count))
		crowd.sprite.at[k] = name;
}

/* The whole array is sound, and each component is its owner's. */
static void check_crowd(void)
{
	CHECK_EQ(crowd_check(&crowd), 0);
	for (uint32_t k = 0; k < crowd.place.set.count; k++)
		CHECK_EQ(crowd.place.at[k], crowd.name[tarn_owner(&crowd, place, k)]);
	for (uint32_t k = 0; k < crowd.speed.set.count; k++) {
		CHECK_EQ(crowd.speed.at[k].byte[0], crowd.name[tarn_owner(&crowd, speed, k)]);
		CHECK_EQ(crowd.speed.at[k].byte[4], 77);
	}
	for (uint32_t k = 0; k < crowd.sprite.set.count; k++)
		CHECK_EQ(crowd.sprite.at[k], crowd.name[tarn_owner(&crowd, sprite, k)]);
}

/* `count` elements have a place and a speed, and they come first in both. */
static void check_two(uint32_t count)
{
	check_crowd();
	CHECK_EQ(crowd.place.set.grouped, count);
	CHECK_EQ(crowd.speed.set.grouped, count);
	for (uint32_t k = 0; k < count; k++)
		CHECK_EQ(crowd.place.at[k], crowd.speed.at[k].byte[0]);
}

static void what_both_have_stands_first(void)
{
	if (!eight() || !CHECK(tarn_group(&crowd, place, speed)))
		return;
	place(10);
	place(11);
	speed(12);
	place(13);
	check_two(0);
	speed(13);
	check_two(1);
	speed(11);
	place(14);
	speed(14);
	check_two(3);
	place(12);
	check_two(4);
	CHECK_EQ(crowd.place.set.count, 5);
	CHECK_EQ(tarn_attach(&crowd, place, index_of(12)), tarn_find(&crowd, speed, index_of(12)));
}

static void grouping_orders_what_is_there(void)
{
	if (!eight())
		return;
	for (uint32_t name = 10; name < 10 + PLACES; name++)
		place(name);
	for (uint32_t name = 17; name > 11; name--)
		speed(name);
	CHECK(tarn_group(&crowd, speed, place));
	check_two(5);
}

static void an_array_may_have_two_groups(void)
{
	if (!eight() || !CHECK(tarn_group(&crowd, place, speed)) ||
	    !CHECK(tarn_group(&crowd, sprite, health)))
		return;
	place(10);
	sprite(10);
	speed(10);
	check_two(1);
	CHECK_EQ(crowd.sprite.set.grouped, 0);
	tarn_attach(&crowd, health, 0);
	check_two(1);
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
	grouping_orders_what_is_there();
	CHECK_EQ(sum_of_both(tarn_components(&crowd, place, speed), 3),
		 3 * 2 * (12 + 13 + 14 + 15 + 16));
	CHECK_EQ(sum_of_one(tarn_components(&crowd, place)), 10 + 11 + 12 + 13 + 14 + 15 + 16);
}

/* From column to column, outside any group. */
static void a_component_finds_its_sibling(void)
{
	if (!eight())
		return;
	place(13);
	place(10);
	speed(11);
	speed(10);
	CHECK_EQ(tarn_sibling(&crowd, place, 0, speed), TARN_NONE);
	CHECK_EQ(tarn_sibling(&crowd, place, 1, speed), 1);
	CHECK_EQ(tarn_sibling(&crowd, speed, 1, place), 1);
	CHECK_EQ(tarn_sibling(&crowd, speed, 0, place), TARN_NONE);
	CHECK_EQ(tarn_sibling(&crowd, speed, 2, place), TARN_NONE);
	CHECK_EQ(tarn_sibling(&crowd, speed, TARN_NONE, place), TARN_NONE);
	CHECK(crowd_swap(&crowd, 0, 5));
	CHECK_EQ(tarn_sibling(&crowd, place, 1, speed), 1);
	CHECK(tarn_detach(&crowd, speed, index_of(10)));
	CHECK_EQ(tarn_sibling(&crowd, place, 1, speed), TARN_NONE);
}

static void three(void)
{
	grouping_orders_what_is_there();
	sprite(12);
	tarn_attach(&crowd, health, 1);
}

/* A refused group leaves every column as it was, so another group may be made of it. */
static void what_is_no_group(void)
{
	static struct crowd zeros;

	three();
	CHECK(!tarn_group(&crowd, sprite));
	EXPECT_FAULT(TARN_FAULT_GROUP, NULL, &crowd.packed);
	CHECK(!tarn_group(&crowd, sprite, sprite));
	EXPECT_FAULT(TARN_FAULT_GROUP, NULL, &crowd.packed);
	CHECK(!tarn_group(&crowd, sprite, health, sprite));
	EXPECT_FAULT(TARN_FAULT_GROUP, NULL, &crowd.packed);
	CHECK(!tarn_group(&crowd, sprite, health, place));
	EXPECT_FAULT(TARN_FAULT_GROUP, NULL, &crowd.packed);
	CHECK(!tarn_group(&crowd, speed, place));
	EXPECT_FAULT(TARN_FAULT_GROUP, NULL, &crowd.packed);
	CHECK(!tarn_group(&zeros, place, speed));
	EXPECT_FAULT(TARN_FAULT_GROUP, NULL, &zeros.packed);
	check_two(5);
	CHECK(tarn_group(&crowd, sprite, health));
	check_two(5);
}

static void what_is_not_joined(void)
{
	three();
	CHECK_EQ(sum_of_both(tarn_components(&crowd, place, speed), 0), 0);
	CHECK_EQ(tarn_sparse_joined(
			 &crowd.packed,
			 (struct tarn_sparse *[]){&crowd.place.set, &crowd.sprite.set, NULL}),
		 0);
	EXPECT_FAULT(TARN_FAULT_GROUP, NULL, &crowd.packed);
	crowd_destroy(&crowd);
	CHECK_EQ(sum_of_both(tarn_components(&crowd, place, speed), 1), 0);
	EXPECT_FAULT(TARN_FAULT_GROUP, NULL, &crowd.packed);
}

/* White box: the check finds each way in which a group may be wrong. */
static void p7_a_group_stands_first(void)
{
	grouping_orders_what_is_there();
	crowd.place.set.grouped--;
	CHECK_EQ(crowd_check(&crowd), 7);
	crowd.place.set.grouped++;
	crowd.place.set.grouped = crowd.speed.set.grouped = 4; /* the fifth has both */
	CHECK_EQ(crowd_check(&crowd), 7);
	crowd.place.set.grouped = crowd.speed.set.grouped = 6; /* the sixth has not both */
	CHECK_EQ(crowd_check(&crowd), 7);
	crowd.place.set.grouped = crowd.speed.set.grouped = 5;
	check_two(5);
	crowd.sprite.set.grouped = 1; /* in no group */
	CHECK_EQ(crowd_check(&crowd), 7);
}

void do_groups_stand_first(void)
{
	CASE(what_both_have_stands_first);
	CASE(grouping_orders_what_is_there);
	CASE(an_array_may_have_two_groups);
	CASE(a_loop_is_given_what_is_joined);
	CASE(a_component_finds_its_sibling);
	CASE(what_is_no_group);
	CASE(what_is_not_joined);
	CASE(p7_a_group_stands_first);
}
