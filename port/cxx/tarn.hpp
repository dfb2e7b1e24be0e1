/* SPDX-License-Identifier: MIT
 * Tarn for C++: tarn.h, and typed object pools (tarn_object.hpp). The macros that define tables,
 * object pools and packed arrays are C: they go into a C file. */
#ifndef TARN_HPP
#define TARN_HPP

#include <cstddef>
#include <cstdint>

#include "tarn.h"
#include "tarn_object.hpp"

#endif
