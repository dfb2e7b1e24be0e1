/* SPDX-License-Identifier: MIT
 * The questions about operator new. */
#ifndef TESTS_ADAPTERS_CXX_HPP
#define TESTS_ADAPTERS_CXX_HPP

#include <cstddef>
#include <cstdint>

#include "../checks.h"

/* More than any arena, hidden from the compiler. */
extern volatile std::size_t too_large;

/* The number of live blocks. */
unsigned live_blocks();

void forms();
void handlers();
void does_a_fault_name_who_deleted();
extern unsigned blamed; /* double frees that it makes */
void replaced();
unsigned tags(); /* with TARN_TAGS: the faults that it makes */

#endif
