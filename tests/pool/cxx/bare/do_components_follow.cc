/* SPDX-License-Identifier: MIT
 * Sparse columns: which elements have a component, where it is, and whose it is; groups. */
#include "mob.hpp"

using mob::all;
using mob::armour;
using mob::shield;

static void add_all()
{
	if (!mob::fresh())
		return;
	for (std::uint32_t i = 0; i < mob::capacity; i++)
		mob::add(10 + i);
}

static std::uint32_t named(std::uint32_t index)
{
	return all.column<mob::name>()[index];
}

static void equip(std::uint32_t index)
{
	const std::uint32_t k = all.attach<armour>(index);

	if (CHECK(k < all.set<armour>().count))
		all.column<armour>()[k] = static_cast<std::uint16_t>(named(index));
}

static void guard(std::uint32_t index)
{
	const std::uint32_t k = all.attach<shield>(index);

	if (CHECK(k < all.set<shield>().count))
		all.column<shield>()[k] = named(index);
}

static void check_owners()
{
	std::uint32_t k = 0;

	for (std::uint16_t whose : all.column<armour>())
		CHECK_EQ(named(all.owner<armour>(k++)), whose);
	k = 0;
	for (std::uint32_t whose : all.column<shield>())
		CHECK_EQ(named(all.owner<shield>(k++)), whose);
	CHECK_EQ(all.check(), 0);
}

static void they_lie_dense()
{
	add_all();
	equip(4);
	equip(1);
	CHECK_EQ(all.column<armour>().size(), 2);
	CHECK_EQ(all.find<armour>(4), 0);
	CHECK_EQ(all.find<armour>(1), 1);
	CHECK_EQ(all.find<armour>(0), TARN_NONE);
	CHECK_EQ(all.attach<armour>(4), 0); /* twice is once */
	CHECK_EQ(all.owner<armour>(2), TARN_NONE);
	check_owners();
}

static void a_full_column_refuses()
{
	add_all();
	equip(0);
	equip(1);
	equip(2);
	CHECK_EQ(all.attach<armour>(3), TARN_NONE);
	CHECK_EQ(all.set<armour>().refused, 1);
	CHECK(all.detach<armour>(0));
	CHECK(!all.detach<armour>(0));
	equip(3);
	check_owners();
}

static void a_component_follows_its_element()
{
	add_all();
	equip(5);
	equip(2);
	guard(2);
	CHECK(all.deactivate(0)); /* element 15 moves to 0 */
	CHECK(all.swap(1, 2));
	CHECK_EQ(all.owner<armour>(0), 0);
	CHECK_EQ(all.owner<armour>(1), 1);
	CHECK_EQ((all.sibling<armour, shield>(1)), 0);
	CHECK_EQ((all.sibling<armour, shield>(0)), TARN_NONE);
	check_owners();
	CHECK(all.deactivate(1));
	CHECK_EQ(all.column<armour>().size(), 1);
	CHECK_EQ(all.column<shield>().size(), 0);
	check_owners();
}

static void a_loop_is_given_what_is_joined()
{
	std::uint32_t sum = 0;

	add_all();
	equip(0);
	equip(1);
	equip(2);
	guard(3);
	guard(2);
	guard(1);
	CHECK((all.group<armour, shield>()));
	CHECK_EQ(all.set<armour>().grouped, 2);
	all.each<armour, shield>([&sum](std::uint16_t one, std::uint32_t &other) {
		CHECK_EQ(one, other);
		sum += one;
	});
	CHECK_EQ(sum, 11 + 12);
	all.each<armour>([&sum](std::uint16_t one) { sum += one; });
	CHECK_EQ(sum, 11 + 12 + 10 + 11 + 12);
	check_owners();
	CHECK(all.detach<shield>(1));
	CHECK_EQ(all.set<armour>().grouped, 1);
	check_owners();
}

static void what_is_no_group()
{
	add_all();
	CHECK((all.group<armour, shield>()));
	CHECK(!(all.group<shield, armour>()));
	EXPECT_MOB_FAULT(TARN_FAULT_GROUP);
	if (!mob::fresh())
		return;
	all.each<armour, shield>([](std::uint16_t, std::uint32_t) { CHECK(false); });
	EXPECT_MOB_FAULT(TARN_FAULT_GROUP);
}

void do_components_follow(void)
{
	CASE(they_lie_dense);
	CASE(a_full_column_refuses);
	CASE(a_component_follows_its_element);
	CASE(a_loop_is_given_what_is_joined);
	CASE(what_is_no_group);
}
