/* SPDX-License-Identifier: MIT
 * Who constructs an object of a pool, and who destroys it? */
#include "world.hpp"

#include "tarn_port.h"

namespace
{
struct spark {
	float x, y;
	std::int16_t frames;
};
tarn::object_pool<spark, 3, tarn::refuse> sparks;
tarn::object_pool<counted, 3, tarn::refuse> things;

struct looks;
using lookers = tarn::object_pool<looks, 3, tarn::refuse>;
extern lookers watched;
struct looks {
	std::uint32_t seen = 0; /* objects that a walk in the constructor sees */

	looks() noexcept;
};
lookers watched;
looks::looks() noexcept
{
	for (looks &each : watched) {
		(void)each;
		seen++;
	}
}

void aggregates_take_arguments()
{
	spark *one = sparks.get(1.0f, 2.0f, std::int16_t{20});

	CHECK(one && one->x == 1.0f && one->y == 2.0f && one->frames == 20);
	CHECK(sparks.in_use(one));
	CHECK_EQ(sparks.count(), 1);
	sparks.put(one);
	CHECK(!sparks.in_use(one));
	CHECK_PTR(sparks.get(), one);
	LEAVE();
}

void constructors_and_destructors_run_once()
{
	counted::begin();
	counted *one = things.get(7u);
	counted *other = things.get();

	CHECK(one && one->name == 7 && other && other->name == 0);
	CHECK_EQ(counted::born, 2);
	things.put(one);
	CHECK_EQ(counted::dead, 1);
	things.put(nullptr);
	CHECK_EQ(counted::dead, 1);
	things.put(other);
	CHECK_EQ(counted::alive(), 0);
	LEAVE();
	CHECK_EQ(counted::dead, 2);
}

/* nullptr, and no constructor has run. */
void a_full_pool_constructs_nothing()
{
	counted::begin();
	for (int i = 0; i < 3; i++)
		CHECK(things.get(1u));
	CHECK(!things.get(2u));
	CHECK_EQ(counted::born, 3);
	CHECK_EQ(things.stats().refused, 1);
	things.reset();
	CHECK_EQ(counted::dead, 3);
	CHECK_EQ(things.count(), 0);
	LEAVE();
	CHECK_EQ(counted::dead, 3);
}
/* Others see what get constructs. They do not see what get_with does. */
void what_get_with_constructs_is_not_seen()
{
	CHECK_EQ(watched.get()->seen, 1);
	CHECK_EQ(watched.get_with([](looks &it) { CHECK_EQ(it.seen, 1); })->seen, 1);
	CHECK_EQ(watched.get()->seen, 3);
	LEAVE();
}

/* ---- Range-for ------------------------------------------------------------------------------- */

tarn::object_pool<counted, 8, tarn::refuse> eight;

void a_range_may_put()
{
	std::uint32_t seen = 0;

	counted::begin();
	for (std::uint32_t i = 0; i < 8; i++)
		eight.get(i);
	for (counted &each : eight) {
		CHECK_EQ(each.name, seen);
		seen++;
		eight.put(&each);
	}
	CHECK_EQ(seen, 8);
	CHECK_EQ(counted::alive(), 0);
	LEAVE();
}

/* ---- Robbing --------------------------------------------------------------------------------- */

struct sound : counted {
	std::uint32_t loudness = 0;

	std::uint32_t audible() const
	{
		return loudness;
	}
};
tarn::object_pool<sound, 2, tarn::rob_least<&sound::audible>> sounds;

void who_is_robbed_is_destroyed()
{
	counted::begin();
	for (std::uint32_t loudness : {5u, 3u})
		sounds.get_with([=](sound &of) { of.loudness = loudness; });
	CHECK(!sounds.get_if_worth(2));
	auto here = sounds.get_held_if_worth(4, [](sound &of) { of.loudness = 4; });

	CHECK(here && sounds.resolve(here)->audible() == 4);
	CHECK_EQ(counted::born, 3);
	CHECK_EQ(counted::dead, 1);
	CHECK(sounds.get_if_worth(4)); /* robs it again */
	CHECK(!sounds.resolve(here));
	LEAVE();
	CHECK_EQ(counted::alive(), 0);
}

/* ---- Waiting --------------------------------------------------------------------------------- */

tarn::object_pool<counted, 2, tarn::refuse, tarn::waited> awaited;
std::uint32_t times; /* puts of which the port was told */

/* As an adapter does: it looks, sleeps, and looks again. */
void a_wait_constructs()
{
	counted::begin();
	std::uint32_t looks = 0;
	auto wait = [&](tarn_object_pool *pool, void *(*look)(tarn_object_pool *)) {
		void *slot = nullptr;

		while (!slot && looks++ < 3)
			slot = look(pool);
		return slot;
	};
	counted *one = awaited.get_by(wait, 8u);

	CHECK(one && one->name == 8);
	CHECK_EQ(looks, 1);
	awaited.get();
	CHECK(!awaited.get_by(wait, 9u));
	CHECK_EQ(counted::born, 2);
	CHECK_EQ(times, 0);
	awaited.put(one);
	CHECK_EQ(times, 1);
	LEAVE();
}
} // namespace

extern "C" void tarn_port_object_put(tarn_object_pool *pool)
{
	times += pool == &awaited.core();
}

void does_a_pool_construct_and_destroy()
{
	CASE(aggregates_take_arguments);
	CASE(constructors_and_destructors_run_once);
	CASE(a_full_pool_constructs_nothing);
	CASE(what_get_with_constructs_is_not_seen);
	CASE(a_range_may_put);
	CASE(who_is_robbed_is_destroyed);
	CASE(a_wait_constructs);
}
