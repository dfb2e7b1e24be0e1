/* SPDX-License-Identifier: MIT
 * heap::make() and heap::destroy() with the library's smart pointers, virtual destructors and
 * exceptions. */
#include <memory>
#include <new>

#include "check.hpp"
#include "tarn.hpp"

static tarn::arena_heap<2048> fast;
static int alive;

namespace
{
struct counted {
	counted()
	{
		alive++;
	}
	counted(const counted &) = delete;
	counted &operator=(const counted &) = delete;
	~counted()
	{
		alive--;
	}
};
struct body {
	int weight = 1;
	virtual ~body() = default;
};
struct voice {
	int pitch = 2;
	virtual ~voice() = default;
};
struct troll : body, voice {
	counted inner;
};
} // namespace

/* The block begins before the base class that the pointer points to. */
static void a_base_will_do()
{
	voice *half = fast.make<troll>();

	if (!CHECK(half && alive == 1))
		return;
	CHECK(!fast.is_live(half));
	fast.destroy(half);
	CHECK(alive == 0);
}

static void a_pointer_destroys()
{
	std::unique_ptr<counted, tarn::destroyer> owner(fast.make<counted>(), fast);

	CHECK(alive == 1);
	owner.reset();
	CHECK(alive == 0);
	std::shared_ptr<counted> shared(fast.make<counted>(), tarn::destroyer(fast),
					tarn::allocator<counted>(fast));
	CHECK(alive == 1 && shared.use_count() == 1);
}

#ifdef __cpp_exceptions
struct thrower {
	counted inner;

	explicit thrower(int what)
	{
		throw what;
	}
};

/* The exception goes through, and no memory is lost. */
static void a_constructor_may_throw()
{
	int caught = 0;

	try {
		(void)!fast.make<thrower>(7);
	} catch (int what) {
		caught = what;
	}
	CHECK(caught == 7 && alive == 0);
}
#endif

void objects()
{
	if (!CHECK(fast.init(tarn_table_commons)))
		return;
	a_base_will_do();
	a_pointer_destroys();
	CHECK(alive == 0);
#ifdef __cpp_exceptions
	a_constructor_may_throw();
#endif
	const struct tarn_heap_stats stats = fast.stats();

	CHECK(stats.free == stats.commons);
	CHECK(fast.check() == 0);
}
