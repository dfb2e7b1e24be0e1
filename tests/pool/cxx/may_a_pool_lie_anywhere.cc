/* SPDX-License-Identifier: MIT
 * May a pool be static, a member, on the stack, on a heap, or in any memory? May a smart pointer
 * own an object? */
#include "world.hpp"

namespace
{
struct level {
	std::uint32_t number = 3;
	tarn::object_pool<counted, 3, tarn::refuse> things;
};
level here;
void a_member()
{
	counted::begin();
	CHECK(here.things.get(4u));
	CHECK_EQ(here.number, 3);
	LEAVE();
	CHECK_EQ(counted::alive(), 0);
}

void a_block()
{
	counted::begin();
	{
		tarn::scoped<tarn::object_pool<counted, 3, tarn::refuse>> things;

		CHECK(things.get() && things.get());
		CHECK(tarn_object_pool_first());
	}
	CHECK(!tarn_object_pool_first());
	CHECK_EQ(counted::born, 2);
	CHECK_EQ(counted::alive(), 0);
}

using shared = tarn::object_type<counted, 8, tarn::refuse, tarn::siblings<2>>;

void a_heap_and_any_memory()
{
	NEED_COMMONS;
	static shared one, other;
	alignas(shared::align) static unsigned char memory[shared::bytes(3)];

	counted::begin();
	if (!CHECK(MAKE_COMMONS(unit_arena_bytes())))
		return;
	CHECK(one.open(unit_heap, 2));
	CHECK(other.open_at(memory, sizeof(memory)));
	CHECK_EQ(one.stats().capacity, 2);
	CHECK_EQ(other.stats().capacity, 3);
	auto of_one = one.get_held(1u);

	CHECK_EQ(one.resolve(of_one)->name, 1);
	CHECK(!other.resolve(of_one));
	EXPECT_POOL_FAULT(TARN_FAULT_HANDLE, &other.core());
	CHECK(!other.open_at(memory, sizeof(memory)));
	EXPECT_POOL_FAULT(TARN_FAULT_CAPACITY, memory);
	LEAVE();
	CHECK_EQ(counted::alive(), 0);
}

tarn::object_pool<counted, 2, tarn::refuse> owned;

void a_pointer_owns()
{
	counted::begin();
	{
		tarn::unique_ptr<owned> one = tarn::make_unique<owned>(6u);
		auto other = tarn::make_unique<owned>();

		static_assert(sizeof(one) == sizeof(void *), "the deleter has no state");
		CHECK(one && one->name == 6);
		CHECK(!tarn::make_unique<owned>());
		CHECK_EQ(owned.count(), 2);
		one = nullptr;
		CHECK_EQ(owned.count(), 1);
		one = std::move(other);
		CHECK_EQ(owned.count(), 1);
	}
	CHECK_EQ(owned.count(), 0);
	CHECK_EQ(counted::alive(), 0);
	LEAVE();
}

} // namespace

void may_a_pool_lie_anywhere()
{
	CASE(a_member);
	CASE(a_block);
	CASE(a_heap_and_any_memory);
	CASE(a_pointer_owns);
}
