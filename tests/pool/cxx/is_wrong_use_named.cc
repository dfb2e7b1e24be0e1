/* SPDX-License-Identifier: MIT
 * Is each mistake a fault that names the pool, and changes nothing? */
#include "world.hpp"

#include <cstring>

#include "tarn_port.h"

/* So a hook that calls its own pool is found on a Cortex-M and on a Game Boy, too. */
bool tarn_port_one_thread(void)
{
	return true;
}

struct others_tag;

namespace
{
tarn::object_pool<counted, 3, tarn::refuse> things;
tarn::object_pool<counted, 3, tarn::refuse, tarn::named<others_tag>> others;

/* Each doubles the name: the last has some 700 characters. */
template <typename, typename> struct pair_of {
	int it;
};
using pair_1 = pair_of<counted, counted>;
using pair_2 = pair_of<pair_1, pair_1>;
using pair_3 = pair_of<pair_2, pair_2>;
using pair_4 = pair_of<pair_3, pair_3>;
using pair_5 = pair_of<pair_4, pair_4>;
tarn::object_pool<pair_5, 2, tarn::refuse> pairs;

struct parent;
using parents = tarn::object_pool<parent, 3, tarn::refuse>;
extern parents family;
struct parent {
	parent *child = nullptr;
	bool puts_it = false;

	~parent();
};
parents family;
parent::~parent()
{
	if (puts_it)
		family.put(child);
}

/* No destructor runs of what is not put. */
void putting()
{
	counted::begin();
	counted *one = things.get();
	counted foreign;

	things.put(one);
	things.put(one);
	EXPECT_POOL_FAULT(TARN_FAULT_DOUBLE_FREE, one);
	things.put(&foreign);
	EXPECT_POOL_FAULT(TARN_FAULT_FOREIGN, &foreign);
	CHECK_EQ(counted::dead, 1);
	LEAVE();
}

/* The child stays in use. The program must put it before its parent. */
void putting_in_a_destructor()
{
	parent *one = family.get();

	one->child = family.get();
	one->puts_it = true;
	parent *child = one->child;

	family.put(one);
	EXPECT_POOL_FAULT(TARN_FAULT_REENTERED, child);
	CHECK_EQ(family.count(), 1);
	CHECK(family.in_use(child) && !family.in_use(one));
	family.put(child);
	CHECK_EQ(family.count(), 0);
	LEAVE();
}

/* Faults and reports have the first 64 characters of the name of the type, or of the tag. */
void names()
{
	CHECK_TEXT(things.stats().name, "counted");
	CHECK_TEXT(others.stats().name, "others_tag");
	CHECK_EQ(std::strlen(pairs.stats().name), 64);
	LEAVE();
}

/* A put before the first get is a fault, and the pool works afterwards. */
void put_before_the_first_get()
{
	static tarn::object_pool<counted, 2, tarn::refuse, tarn::named<struct late>> lates;
	counted foreign;

	lates.put(&foreign);
	EXPECT_FAULT(TARN_FAULT_FOREIGN, nullptr, &foreign);
	CHECK_EQ(lates.count(), 0);
	CHECK(!lates.resolve({}));
	CHECK(lates.get());
	LEAVE();
}
} // namespace

void is_wrong_use_named()
{
	CASE(putting);
	CASE(putting_in_a_destructor);
	CASE(names);
	CASE(put_before_the_first_get);
}
