/* SPDX-License-Identifier: MIT
 * The array of most questions, as in tests/pool/packed/mob.h: every kind of column, odd sizes, few
 * elements. */
#ifndef TESTS_CXX_MOB_HPP
#define TESTS_CXX_MOB_HPP

#include <initializer_list>

#include "../../unit/unit.h"
#include "tarn_packed.hpp"

namespace mob
{
struct bytes_3 { /* not a multiple of a word */
	unsigned char byte[3];
};

struct name : tarn::column<std::uint32_t> {
};
struct blob : tarn::column<bytes_3> {
};
struct square : tarn::column<std::uint64_t> {
};
struct buffer : tarn::keep<std::uint32_t> {
};
struct armour : tarn::sparse<std::uint16_t, 3> {
};
struct shield : tarn::sparse<std::uint32_t, 3> {
};
using array = tarn::packed<name, blob, square, buffer, armour, shield>;
constexpr std::uint32_t capacity = 6;

extern array all;

/* Makes an empty array of this capacity, in memory full of garbage. */
bool fresh();

/* Activates an element called `name`. All its columns follow from the name. */
std::uint32_t add(std::uint32_t named);

/* The live elements have these names, in this order, and all columns fit the names. */
void check_names(std::initializer_list<std::uint32_t> names, int line);

/* One fault of this kind came, which names the array and no heap. */
bool expect(enum tarn_fault_kind kind, int line);
} // namespace mob

#define CHECK_NAMES(...)       mob::check_names({__VA_ARGS__}, __LINE__)
#define EXPECT_MOB_FAULT(kind) mob::expect((kind), __LINE__)

#endif
