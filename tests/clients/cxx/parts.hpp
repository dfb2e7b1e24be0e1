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

// Before each `throw`: an exception needs memory, which std::bad_alloc may still say is not there;
// found missing by the throw itself, the program is terminated.
void room_for_an_exception();

void containers();
void pointers();
void exceptions();

#endif
