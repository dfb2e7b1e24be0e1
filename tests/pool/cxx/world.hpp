/* SPDX-License-Identifier: MIT
 * Shared by the questions about C++: the harness of tests/pool/unit, and parts of
 * tests/pool/objects. */
#ifndef TESTS_CXX_WORLD_HPP
#define TESTS_CXX_WORLD_HPP

extern "C" {
#include "../objects/world.h"
}

#include "tarn.hpp"

/* Objects whose constructions and destructions are counted. */
struct counted {
	static inline int born, dead;
	std::uint32_t name;

	counted() noexcept : name(0)
	{
		born++;
	}
	explicit counted(std::uint32_t of) : name(of)
	{
		born++;
	}
	~counted()
	{
		dead++;
	}
	counted(const counted &) = delete;
	counted &operator=(const counted &) = delete;

	/* At the beginning of a case. */
	static void begin()
	{
		born = dead = 0;
	}
	static int alive()
	{
		return born - dead;
	}
};

#endif
