/* SPDX-License-Identifier: MIT
 * Does each policy of a full pool do what it says, and destroy the object that it robs? */
#include "world.hpp"

namespace
{
struct sound : counted {
	std::uint32_t loudness = 0;

	std::uint32_t audible() const
	{
		return loudness;
	}
};
tarn::object_pool<counted, 3, tarn::rob_oldest> ages;
tarn::object_pool<sound, 3, tarn::rob_least<&sound::audible>> sounds;
tarn::object_pool<counted, 2, tarn::grow<6, 2, &unit_heap>> horde;

/* A robbed object ends before the newcomer begins. */
void the_oldest_is_robbed()
{
	counted::begin();
	counted *first = ages.get();
	auto of_first = ages.handle_of(first);
	counted *second = ages.get();

	ages.get();
	ages.touch(first);
	CHECK_PTR(ages.get(), second);
	CHECK_EQ(counted::born, 4);
	CHECK_EQ(counted::dead, 1);
	CHECK_PTR(ages.resolve(of_first), first);
	ages.get(), ages.get();
	CHECK(!ages.resolve(of_first));
	CHECK_EQ(ages.stats().robbed, 3);
	LEAVE();
	CHECK_EQ(counted::alive(), 0);
}

void the_least_is_robbed()
{
	counted::begin();
	for (std::uint32_t loudness : {5u, 3u, 9u})
		sounds.get_with([=](sound &of) { of.loudness = loudness; });
	CHECK(!sounds.get_if_worth(2));
	auto here = sounds.get_held_if_worth(4, [](sound &of) { of.loudness = 4; });

	CHECK(here && sounds.resolve(here)->audible() == 4);
	CHECK_EQ(counted::born, 4);
	CHECK_EQ(counted::dead, 1);
	for (sound &each : sounds)
		CHECK(each.loudness != 3);
	CHECK(sounds.get_if_worth(4)); /* robs it again, and is worth 0 now */
	CHECK(!sounds.resolve(here));
	LEAVE();
	CHECK_EQ(counted::alive(), 0);
}

void it_grows_from_its_heap()
{
	NEED_COMMONS;
	counted::begin();
	if (!CHECK(MAKE_COMMONS(unit_arena_bytes())))
		return;
	for (std::uint32_t i = 0; i < 6; i++) {
		counted *one = horde.get(i);

		CHECK(one && one->name == i);
	}
	CHECK(!horde.get());
	CHECK_EQ(horde.stats().grown, 2);
	std::uint32_t sum = 0;

	for (counted &each : horde) {
		sum += each.name;
		horde.put(&each);
	}
	CHECK_EQ(sum, 15);
	CHECK_EQ(counted::alive(), 0);
	CHECK_EQ(horde.stats().shrunk, 2);
	LEAVE();
}

void it_grows_from_another()
{
	NEED_COMMONS;
	if (!CHECK(unit_make(&unit_other, unit_arena(), unit_arena_bytes(), nullptr, 0)))
		return;
	CHECK(horde.grow_from(unit_other, 4));
	for (std::uint32_t i = 0; i < 4; i++)
		CHECK(horde.get());
	CHECK(!horde.get());
	LEAVE();
}
} // namespace

void what_happens_when_it_is_full()
{
	CASE(the_oldest_is_robbed);
	CASE(the_least_is_robbed);
	CASE(it_grows_from_its_heap);
	CASE(it_grows_from_another);
}
