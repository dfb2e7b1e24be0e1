// SPDX-License-Identifier: MIT
// All forms of operator new and delete of the C++ library call malloc, also before main.
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <vector>

extern "C" bool is_ours(const void *pointer);

struct alignas(256) wide {
	char byte[300];
};

static std::map<std::string, std::vector<int>> early{{"a string that is not short", {1, 2, 3}}};

static int fails(const char *what)
{
	std::fprintf(stderr, "operators: %s\n", what);
	return 1;
}

static bool too_large_throws()
{
	volatile std::size_t size = SIZE_MAX / 2;

	try {
		::operator delete(::operator new(size));
	} catch (const std::bad_alloc &) {
		return !::operator new(size, std::nothrow);
	}
	return false;
}

int main()
{
	auto one = std::make_unique<int>(7);
	auto array = std::make_unique<std::string[]>(40);
	auto aligned = std::make_unique<wide[]>(3);
	auto shared = std::make_shared<std::vector<std::string>>(100, "a string that is not short");
	wide *quiet = new (std::nothrow) wide;

	if (!is_ours(one.get()) || !is_ours(aligned.get()) || !is_ours(quiet))
		return fails("not of Tarn's");
	if (reinterpret_cast<std::uintptr_t>(aligned.get()) % alignof(wide) ||
	    reinterpret_cast<std::uintptr_t>(quiet) % alignof(wide))
		return fails("not aligned");
	delete quiet;
	if (early.begin()->second.size() != 3 || shared->back().size() != 26 || !array[39].empty())
		return fails("contents");
	return too_large_throws() ? 0 : fails("no bad_alloc");
}
