// SPDX-License-Identifier: MIT
// The parts of this program: each prints what it found, and throws std::bad_alloc in a small arena.
#ifndef CLIENTS_PARTS_HPP
#define CLIENTS_PARTS_HPP

#include <cstddef>

// newlib's printf does not know %zu.
inline unsigned number(std::size_t value)
{
	return static_cast<unsigned>(value);
}

// Call it before each `throw`: it throws std::bad_alloc if there is no memory for an exception. If
// `throw` itself finds no memory, it terminates the program.
void room_for_an_exception();

void containers();
void pointers();
void exceptions();

#endif
