/* SPDX-License-Identifier: MIT
 * The harness of the tests of operator new. */
#ifndef TESTS_ADAPTERS_CXX_HPP
#define TESTS_ADAPTERS_CXX_HPP

#include <cstddef>
#include <cstdint>

#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)
bool check(bool holds, const char *what, const char *file, int line);

/* More than any arena, hidden from the compiler. */
extern volatile std::size_t too_large;

/* The number of live blocks. */
unsigned live_blocks();

void forms();
void handlers();
extern unsigned blamed; /* double frees that it makes */
void replaced();
unsigned tags(); /* with TARN_TAGS: the faults that it makes */

#endif
