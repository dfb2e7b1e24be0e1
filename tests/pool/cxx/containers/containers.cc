/* SPDX-License-Identifier: MIT
 * The standard library on a heap of the program's, over each libc: containers on tarn::allocator,
 * std::pmr on tarn::memory_resource, smart pointers on heap::make() and heap::destroy(). If the
 * heap has no room, they do what a throwing `new` does. */
#include <cstdio>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "tarn.hpp"
#include "tarn_memory_resource.hpp"
#include "tarn_refused.h"

static unsigned checks, failures;

#define CHECK(condition) check((condition), #condition, __LINE__)
static bool check(bool holds, const char *what, int line)
{
	checks++;
	failures += !holds;
	if (!holds)
		std::printf("%s:%d: %s: does not hold\n", __FILE__, line, what);
	return holds;
}

template <typename Type> using vector = std::vector<Type, tarn::allocator<Type>>;
template <typename Key, typename Value>
using map = std::map<Key, Value, std::less<Key>, tarn::allocator<std::pair<const Key, Value>>>;
using string = std::basic_string<char, std::char_traits<char>, tarn::allocator<char>>;

static tarn::arena_heap<4096> fast;

static const char *const sentence = "long enough that it is not within the string itself";

/* An empty heap of its own, apart from malloc's. */
static bool made()
{
	return CHECK(fast.init(tarn_table_commons));
}

/* All memory is back, and the heap is sound. */
static void check_empty()
{
	const struct tarn_heap_stats stats = fast.stats();

	CHECK(stats.free == stats.commons);
	CHECK(fast.check() == 0);
}

static void they_live_on_the_heap()
{
	if (!made())
		return;
	{
		vector<int> numbers(fast);
		map<int, string> names(fast);
		string text(sentence, fast);

		for (int i = 0; i < 100; i++)
			numbers.push_back(i);
		CHECK(numbers[99] == 99 && fast.is_live(numbers.data()));
		names.emplace(2, string("two", fast));
		names.emplace(1, text);
		CHECK(names.begin()->second == sentence);
		CHECK(fast.owns(&names.begin()->second));
		CHECK(fast.is_live(text.c_str()));
		CHECK(!tarn::default_heap().owns(text.c_str()));
	}
	check_empty();
}

static void no_heap_is_the_default_heap()
{
	const vector<int> numbers(3, 4);

	CHECK(tarn::default_heap().is_live(numbers.data()));
}

static void heaps_decide_who_is_equal()
{
	const tarn::allocator<int> one(fast);
	const tarn::allocator<char> same(one);
	const tarn::allocator<int> other;

	CHECK(one == same && !(one != same));
	CHECK(one != other);
	CHECK(&one.heap() == &fast);
}

/* A container that is moved or swapped takes its heap along. A copy keeps its own heap. */
static void moves_and_copies()
{
	if (!made())
		return;
	{
		vector<int> here(20, 1, fast);
		vector<int> there(30, 2);

		vector<int> copy = here;
		CHECK(copy.get_allocator() == here.get_allocator());
		there = here;
		CHECK(there.get_allocator() != here.get_allocator());
		CHECK(there == here && tarn::default_heap().is_live(there.data()));
		there = std::move(here);
		CHECK(there.size() == 20 && fast.is_live(there.data()));
		CHECK(there.get_allocator() == copy.get_allocator());
		here = vector<int>(5);
		here.swap(there);
		CHECK(here.size() == 20 && fast.is_live(here.data()));
		CHECK(tarn::default_heap().is_live(there.data()));
	}
	check_empty();
}

namespace
{
struct alignas(64) line {
	int number;
};
} // namespace

static void what_is_over_aligned_is_aligned()
{
	if (!made())
		return;
	{
		const vector<line> lines(5, fast);

		CHECK(reinterpret_cast<std::uintptr_t>(lines.data()) % 64 == 0);
	}
	check_empty();
}

static void resources()
{
	if (!made())
		return;
	{
		tarn::memory_resource resource(fast);
		tarn::memory_resource other(fast);
		std::pmr::vector<std::pmr::string> names(&resource);

		names.emplace_back(sentence);
		names.emplace_back("short");
		CHECK(names[0] == sentence);
		CHECK(fast.is_live(names.data()) && fast.is_live(names[0].c_str()));
		void *block = resource.allocate(10, 128);
		CHECK(reinterpret_cast<std::uintptr_t>(block) % 128 == 0);
		resource.deallocate(block, 10, 128);
		CHECK(resource.is_equal(resource) && !resource.is_equal(other));
	}
	{
		tarn::memory_resource of_the_default;
		void *block = of_the_default.allocate(10);

		CHECK(tarn::default_heap().is_live(block));
		of_the_default.deallocate(block, 10);
	}
	check_empty();
}

/* ---- Objects ------------------------------------------------------------------------------- */

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

static void objects()
{
	if (!made())
		return;
	a_base_will_do();
	a_pointer_destroys();
	CHECK(alive == 0);
#ifdef __cpp_exceptions
	a_constructor_may_throw();
#endif
	check_empty();
}

/* ---- No room ------------------------------------------------------------------------------- */

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

static bool made_full()
{
	asked = refusals = 0;
	if (!made())
		return false;
	spare = fast.alloc(3500);
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

	if (!made_full())
		return;
	std::set_new_handler(give_spare);
	tarn_on_refused(note);
	{
		const std::vector<char, tarn::allocator<char>> bytes(600, 'a', fast);

		CHECK(asked == 1 && refusals == 1 && refusal.size == 600);
		CHECK(fast.is_live(bytes.data()));
	}
	if (!made_full())
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
	if (!made_full())
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

int main()
{
#ifndef PORT_LIBC /* the libc's malloc is another one, and the default heap the program's */
	if (!CHECK(tarn_default_init(nullptr, nullptr) == TARN_OK))
		return 1;
#endif
	they_live_on_the_heap();
	no_heap_is_the_default_heap();
	heaps_decide_who_is_equal();
	moves_and_copies();
	what_is_over_aligned_is_aligned();
	resources();
	objects();
	a_handler_is_asked();
#ifdef __cpp_exceptions
	nobody_is_asked();
#endif
	for (unsigned count : tarn::default_heap().stats().faults)
		CHECK(count == 0);
	CHECK(tarn::default_heap().check() == 0);
	std::printf("containers: %u checks, %u failed\n", checks, failures);
	return failures || !checks;
}
