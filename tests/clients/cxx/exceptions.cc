// SPDX-License-Identifier: MIT
// Exceptions: through many frames, out of constructors, nested, kept and thrown again.
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "client.h"
#include "parts.hpp"

namespace
{
int standing;

struct Guard {
	Guard() : text("a guard with some text of its own")
	{
		standing++;
	}
	Guard(const Guard &other) : text(other.text)
	{
		standing++;
	}
	Guard &operator=(const Guard &) = default;
	~Guard()
	{
		standing--;
	}
	std::string text;
};

unsigned dive(unsigned depth)
{
	Guard guard;
	std::vector<Guard> more(depth % 3);

	if (depth == 0) {
		room_for_an_exception();
		throw std::runtime_error("the bottom, which is reached through many frames");
	}
	return 1 + dive(depth - 1) + (unsigned)more.size();
}

// Its third copy fails: the copies before it must be destroyed.
struct Brittle {
	Brittle() = default;
	Brittle(const Brittle &)
	{
		if (++copies == 3) {
			room_for_an_exception();
			throw std::logic_error("the third copy");
		}
	}
	Brittle &operator=(const Brittle &) = default;
	Guard guard;
	static inline int copies;
};

void wrap(int levels)
{
	try {
		if (levels == 0) {
			room_for_an_exception();
			throw std::out_of_range("innermost");
		}
		wrap(levels - 1);
	} catch (const std::bad_alloc &) {
		throw;
	} catch (...) {
		room_for_an_exception();
		std::throw_with_nested(std::runtime_error("level " + std::to_string(levels)));
	}
}

std::string unwrap(const std::exception &problem)
{
	room_for_an_exception();
	try {
		std::rethrow_if_nested(problem);
	} catch (const std::exception &inner) {
		return std::string(problem.what()) + " < " + unwrap(inner);
	}
	return problem.what();
}

void many()
{
	unsigned caught = 0;

	for (unsigned depth = 0; depth < 60; depth++) {
		try {
			dive(depth);
		} catch (const std::runtime_error &problem) {
			caught += problem.what()[0] == 't';
		}
	}
	std::printf("caught: %u, standing %d\n", caught, standing);
}

void copies()
{
	std::vector<Brittle> few(4);

	Brittle::copies = 0;
	try {
		few.resize(9);
	} catch (const std::logic_error &problem) {
		std::printf("brittle: %s, still %u, standing %d\n", problem.what(),
			    number(few.size()), standing);
	}
}

void kept()
{
	std::vector<std::exception_ptr> all;
	std::size_t length = 0;

	for (unsigned i = 0; i < 40; i++) {
		try {
			room_for_an_exception();
			throw std::invalid_argument(std::string(i * 5, '!'));
		} catch (const std::invalid_argument &) {
			all.push_back(std::current_exception());
		}
	}
	client_sample();
	for (const auto &problem : all) {
		try {
			room_for_an_exception();
			std::rethrow_exception(problem);
		} catch (const std::invalid_argument &again) {
			length += std::string(again.what()).size();
		}
	}
	std::printf("kept: %u\n", number(length));
}
} // namespace

void exceptions()
{
	many();
	copies();
	kept();
	try {
		wrap(5);
	} catch (const std::runtime_error &problem) {
		std::printf("nested: %s\n", unwrap(problem).c_str());
	}
	std::printf("standing at the end: %d\n", standing);
}
