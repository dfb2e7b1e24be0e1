/* SPDX-License-Identifier: MIT
 * tarn::waited: does each put call the port, and does a wait construct the object that it gets? */
#include "world.hpp"

#include "tarn_port.h"

namespace
{
tarn::object_pool<counted, 2, tarn::refuse, tarn::waited> things;
tarn_object_pool *told;
std::uint32_t times;

bool is_told()
{
	bool once = told == &things.core() && times == 1;

	told = nullptr;
	times = 0;
	return once;
}

void puts_are_told()
{
	counted *one = things.get();
	auto other = things.get_held();

	CHECK_EQ(times, 0);
	things.put(one);
	CHECK(is_told());
	CHECK(things.release(other));
	CHECK(is_told());
	CHECK(!things.release(other));
	CHECK_EQ(times, 0);
	things.get();
	things.reset();
	CHECK(is_told());
	LEAVE();
	is_told();
}

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
	counted *one = things.get_by(wait, 8u);

	CHECK(one && one->name == 8);
	CHECK_EQ(looks, 1);
	things.get();
	CHECK(!things.get_by(wait, 9u));
	CHECK_EQ(counted::born, 2);
	LEAVE();
	is_told();
}
} // namespace

extern "C" void tarn_port_object_put(tarn_object_pool *pool)
{
	told = pool;
	times++;
}

void is_each_put_told()
{
	CASE(puts_are_told);
	CASE(a_wait_constructs);
}
