/* SPDX-License-Identifier: MIT
 * The functions that tests/pool/packed/loops judges: those of its compile/loops.c in C++. Each
 * `loop_` is as tarn_packed.hpp advises. `field_` does the same by index: there, a store may change
 * the count, or another column. */
#include "tarn_packed.hpp"

struct a : tarn::column<std::uint32_t> {
};
struct b : tarn::column<std::uint32_t> {
};
struct c : tarn::column<std::uint32_t> {
};
struct d : tarn::column<std::uint32_t> {
};
struct small : tarn::column<std::int8_t> {
};
struct x : tarn::sparse<std::uint32_t, 100> {
};
struct y : tarn::sparse<std::uint32_t, 100> {
};
using mote_array = tarn::packed<a, b, c, d, small, x, y>;

extern "C" {
void loop_one(mote_array &motes, std::uint32_t by)
{
	motes.each<a>([by](std::uint32_t &one) { one += by; });
}

void loop_range_one(mote_array &motes, std::uint32_t by)
{
	for (std::uint32_t &one : motes.column<a>())
		one += by;
}

void field_one(mote_array &motes, std::uint32_t by)
{
	for (std::uint32_t i = 0; i < motes.count(); i++)
		motes.column<a>()[i] += by;
}

void loop_four(mote_array &motes)
{
	motes.each<a, b, c, d>([](std::uint32_t &of_a, std::uint32_t &of_b, std::uint32_t &of_c,
				  std::uint32_t &of_d) {
		of_a += of_b;
		of_c += of_d;
		of_b += 1;
		of_d ^= 1;
	});
}

void field_four(mote_array &motes)
{
	for (std::uint32_t i = 0; i < motes.count(); i++) {
		motes.column<a>()[i] += motes.column<b>()[i];
		motes.column<c>()[i] += motes.column<d>()[i];
		motes.column<b>()[i] += 1;
		motes.column<d>()[i] ^= 1;
	}
}

/* A store of a char may change anything, also the address of the column. */
void loop_small(mote_array &motes)
{
	motes.each<small>([](std::int8_t &one) { one = static_cast<std::int8_t>(one + 1); });
}

void field_small(mote_array &motes)
{
	for (std::uint32_t i = 0; i < motes.count(); i++)
		motes.column<small>()[i] = static_cast<std::int8_t>(motes.column<small>()[i] + 1);
}

void loop_joined(mote_array &motes)
{
	motes.each<x, y>([](std::uint32_t &of_x, std::uint32_t of_y) { of_x += of_y; });
}

void field_joined(mote_array &motes)
{
	for (std::uint32_t k = 0; k < motes.set<x>().grouped; k++)
		motes.column<x>()[k] += motes.column<y>()[k];
}
}
