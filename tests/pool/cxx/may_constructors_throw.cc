/* SPDX-License-Identifier: MIT
 * If a constructor throws, is the slot free again, and does no destructor run? */
#include "world.hpp"

namespace
{
#ifdef __cpp_exceptions
struct fragile : counted {
	explicit fragile(bool breaks) : counted(1u)
	{
		if (breaks)
			throw this;
	}
	~fragile()
	{
		ends++;
	}
	static inline int ends;
};
tarn::object_pool<fragile, 2, tarn::refuse> things;
tarn::object_pool<fragile, 1, tarn::grow<3, 1, &unit_heap>> horde;

template <typename Call> bool throws(Call call)
{
	try {
		call();
		return false;
	} catch (fragile *) {
		return true;
	}
}

void begin()
{
	counted::begin();
	fragile::ends = 0;
}

void the_slot_is_free_again()
{
	begin();
	for (int i = 0; i < 5; i++)
		CHECK(throws([] { things.get(true); }));
	CHECK_EQ(things.count(), 0);
	CHECK_EQ(fragile::ends, 0);
	CHECK_EQ(counted::alive(), 0); /* the base class was constructed, and destroyed */
	fragile *one = things.get(false);

	CHECK(one && things.get(false));
	CHECK_EQ(things.count(), 2);
	CHECK_EQ(things.stats().peak, 2);
	things.put(one);
	CHECK_EQ(fragile::ends, 1);
	LEAVE();
	CHECK_EQ(fragile::ends, 2);
}

void no_handle_is_given()
{
	tarn::object_pool<fragile, 2, tarn::refuse>::handle here;

	begin();
	for (int i = 0; i < 3; i++)
		CHECK(throws([&] { here = things.get_held(true); }));
	CHECK(!here);
	CHECK_EQ(things.count(), 0);
	CHECK(throws([] { (void)tarn::make_unique<things>(true); }));
	CHECK_EQ(things.count(), 0);
	CHECK_EQ(fragile::ends, 0);
	LEAVE();
}

/* The object's chunk becomes empty, and goes back to the heap. */
void a_chunk_goes_back()
{
	NEED_COMMONS;
	begin();
	if (!CHECK(MAKE_COMMONS(unit_arena_bytes())))
		return;
	CHECK(horde.get(false));
	CHECK(throws([] { horde.get(true); }));
	CHECK_EQ(horde.stats().grown, horde.stats().shrunk);
	CHECK_EQ(horde.count(), 1);
	CHECK_EQ(fragile::ends, 0);
	LEAVE();
}
#else
void the_slot_is_free_again()
{
	SKIP_UNLESS(false, "built without exceptions");
}
#endif
} // namespace

void may_constructors_throw()
{
	CASE(the_slot_is_free_again);
#ifdef __cpp_exceptions
	CASE(no_handle_is_given);
	CASE(a_chunk_goes_back);
#endif
}
