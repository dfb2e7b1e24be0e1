// SPDX-License-Identifier: MIT
// C++17: containers, smart pointers, exceptions, objects that are constructed before main().
#include <cstdio>
#include <cstdlib>
#include <map>
#include <new>
#include <string>

#include "client.h"
#include "parts.hpp"

namespace
{
// Constructed before main() and destroyed after it, with the memory that they allocate.
std::map<int, std::string> before_main = {{1, "one, and long enough for a block of its own"},
					  {2, "two, and long enough for a block of its own"}};

// An exception needs memory, too. The new-handler frees this much before it throws one.
constexpr std::size_t reserve_bytes = 1024;
void *reserve;

void give_reserve()
{
	std::free(reserve);
	reserve = nullptr;
	throw std::bad_alloc();
}

bool refused(void (*part)())
{
	if (!reserve)
		reserve = std::malloc(reserve_bytes);
	if (!reserve)
		return true;
	try {
		part();
		return false;
	} catch (const std::bad_alloc &) {
		std::puts("no memory");
		return true;
	}
}
} // namespace

void room_for_an_exception()
{
	void *volatile block = ::operator new(reserve_bytes);

	::operator delete(block);
}

int main(int argc, char **argv)
{
	bool any = false;

	client_begin(argc, argv);
	std::set_new_handler(give_reserve);
	for (void (*part)() : {containers, pointers, exceptions})
		any |= refused(part);
	std::set_new_handler(nullptr);
	std::free(reserve);
	std::printf("before main: %s\n", before_main[2].c_str());
	return any ? CLIENT_NO_MEMORY : 0;
}
