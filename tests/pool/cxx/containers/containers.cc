/* SPDX-License-Identifier: MIT
 * std::vector, std::map and std::string on tarn::allocator, and std::pmr on
 * tarn::memory_resource. */
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "check.hpp"
#include "tarn.hpp"
#include "tarn_memory_resource.hpp"

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

void containers()
{
	they_live_on_the_heap();
	no_heap_is_the_default_heap();
	heaps_decide_who_is_equal();
	moves_and_copies();
	what_is_over_aligned_is_aligned();
}

void resources()
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
