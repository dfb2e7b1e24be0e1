/* SPDX-License-Identifier: MIT
 * If the heap has no room, tarn::allocator and tarn::memory_resource do what a throwing `new` does.
 * Each refusal names a caller in the program. */
#include <new>
#include <vector>

#include "check.hpp"
#include "tarn.hpp"
#include "tarn_memory_resource.hpp"
#include "tarn_refused.h"

static tarn::arena_heap<1024> fast;
static void *spare;
static int asked;
static tarn_refusal refusal;
static int refusals;

/* Makes room, once. */
static void give_spare()
{
	asked++;
	fast.free(spare);
	spare = nullptr;
}

static void note(const tarn_refusal *of)
{
	refusal = *of;
	refusals++;
}

static bool made()
{
	asked = refusals = 0;
	if (!CHECK(fast.init(tarn_table_commons)))
		return false;
	spare = fast.alloc(700);
	return CHECK(spare != nullptr);
}

__attribute__((noinline)) static void *ask(std::pmr::memory_resource *resource)
{
	void *volatile block = resource->allocate(600, 8);

	return block;
}

/* The new-handler makes room, and the request is served. */
static void a_handler_is_asked()
{
	tarn::memory_resource resource(fast);
	void *block;

	if (!made())
		return;
	std::set_new_handler(give_spare);
	tarn_on_refused(note);
	{
		const std::vector<char, tarn::allocator<char>> bytes(600, 'a', fast);

		CHECK(asked == 1 && refusals == 1 && refusal.size == 600);
		CHECK(fast.is_live(bytes.data()));
	}
	if (!made())
		return;
	block = ask(&resource);
	CHECK(asked == 1 && refusals == 1 && refusal.heap == &fast);
	CHECK(fast.is_live(block));
	CHECK(reinterpret_cast<std::uintptr_t>(refusal.caller) -
		      (reinterpret_cast<std::uintptr_t>(ask) & ~std::uintptr_t{1}) <
	      1024);
	tarn_on_refused(nullptr);
	std::set_new_handler(nullptr);
}

#ifdef __cpp_exceptions
template <typename Function> static bool is_refused(Function function)
{
	try {
		function();
	} catch (const std::bad_alloc &) {
		return true;
	}
	return false;
}

static void nobody_is_asked()
{
	if (!made())
		return;
	tarn::allocator<int> ints(fast);
	tarn::memory_resource resource(fast);
	std::vector<int, tarn::allocator<int>> numbers(fast);

	CHECK(is_refused([&] { numbers.resize(1000); }));
	CHECK(numbers.empty());
	CHECK(is_refused([&] { (void)!ints.allocate(SIZE_MAX / 2); })); /* the product overflows */
	CHECK(is_refused([&] { (void)!resource.allocate(1000); }));
	CHECK(fast.check() == 0);
}
#endif

void no_room()
{
	a_handler_is_asked();
#ifdef __cpp_exceptions
	nobody_is_asked();
#endif
}
