/* SPDX-License-Identifier: MIT
 * With exceptions, in C++11. */
#include <cstdio>

#include "fragile.hpp"

fragiles first, second;

static int ends;
static int failed;

fragile::fragile(bool breaks)
{
	if (breaks)
		throw 1;
}
fragile::~fragile()
{
	ends++;
}

static void check(const char *what, bool is)
{
	if (!is)
		std::printf("FAIL %s\n", what);
	failed |= !is;
}

static void breaks(fragiles &pool)
{
	try {
		pool.get(true);
	} catch (int) {
		try {
			pool.get_held(true);
		} catch (int) {
			return;
		}
	}
	check("both throw", false);
}

/* A constant that is taken by reference has one definition. */
static bool same(const std::size_t &one, const std::size_t &other)
{
	return one == other;
}
static bool same(const bool &one, const bool &other)
{
	return one == other;
}
static bool same(const std::uint32_t &one, const std::uint32_t &other)
{
	return one == other;
}

int main()
{
	fragile *quiet = get_quietly(first); /* so the other file computes the layout */
	const fragiles::handle of_first = hold_quietly(first);

	second.get(false);
	check("siblings have different handles", second.get_held(false) != of_first);
	breaks(first);
	breaks(second);
	check("no destructor runs of what was not constructed", ends == 0);
	check("the slots are free again", first.count() == 2 && second.count() == 2);
	check("a handle of the other file", first.resolve(of_first));
	put_quietly(first, quiet);
	first.reset();
	check("each object ends", ends == 2);
	check("constants", same(fragiles::maximum, 4u) && same(fragiles::may_rob, false) &&
				   same(fragiles::align, sizeof(void *)));
	return failed;
}
