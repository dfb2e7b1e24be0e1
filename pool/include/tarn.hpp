/* SPDX-License-Identifier: MIT
 * Tarn for C++: tarn.h, and what C++ adds.
 *
 *   tarn_object.hpp            tarn::object_pool, tarn::handle
 *   tarn_packed.hpp            tarn::packed
 *   tarn_memory.hpp            tarn::heap; tarn::allocator for containers
 *   tarn_memory_resource.hpp   tarn::memory_resource for std::pmr; include it yourself (C++17)
 *   tarn_tag.hpp               tarn::tag_scope; include it yourself
 *
 * The macros that define tables, object pools and packed arrays are C. They stand in a C file. */
#ifndef TARN_HPP
#define TARN_HPP

#include <cstddef>
#include <cstdint>

#include "tarn.h"
#include "tarn_memory.hpp"
#include "tarn_object.hpp"
#include "tarn_packed.hpp"

#endif
