/* SPDX-License-Identifier: MIT
 * Is each mistake a fault that names the pool, and changes nothing? */
#include "world.hpp"

struct others_tag;

namespace
{
tarn::object_pool<counted, 3, tarn::refuse> things;
tarn::object_pool<counted, 3, tarn::refuse, tarn::named<others_tag>> others;
tarn::object_type<counted, 4, tarn::refuse> never_opened;

void putting()
{
	NEED_LEVEL(1);
	counted::begin();
	counted *one = things.get();
	counted foreign;

	things.put(one);
	CHECK_EQ(counted::dead, 1);
	things.put(one);
	EXPECT_POOL_FAULT(TARN_FAULT_DOUBLE_FREE, one);
	things.put(&foreign);
	EXPECT_POOL_FAULT(TARN_FAULT_FOREIGN, &foreign);
	things.put(reinterpret_cast<counted *>(reinterpret_cast<char *>(one) + 1));
	EXPECT_POOL_FAULT(TARN_FAULT_INTERIOR, reinterpret_cast<char *>(one) + 1);
	counted *other = others.get();

	things.put(other);
	EXPECT_POOL_FAULT(TARN_FAULT_FOREIGN, other);
	CHECK_EQ(counted::dead, 1);
	CHECK(others.in_use(other) && !things.in_use(other));
	LEAVE();
}

/* Faults and reports have the type's name, or the tag's. */
void names()
{
	CHECK_TEXT(things.stats().name, "counted");
	CHECK_TEXT(others.stats().name, "others_tag");
	LEAVE();
}

void not_opened()
{
	CHECK(!never_opened.get());
	EXPECT_FAULT(TARN_FAULT_CAPACITY, nullptr, &never_opened.core());
	CHECK(!never_opened.close());
	CHECK(!never_opened.open_at(nullptr, 100));
	EXPECT_POOL_FAULT(TARN_FAULT_CAPACITY, nullptr);
}

/* A put before the first get finds nothing, and the pool works afterwards. */
void put_before_the_first_get()
{
	NEED_LEVEL(1);
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
	CASE(names);
	CASE(not_opened);
	CASE(put_before_the_first_get);
}
