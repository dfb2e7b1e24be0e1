/* SPDX-License-Identifier: MIT
 * tarn.h for C++. Its fields and parameters that are called `class` are `class_` here. */
#ifndef TARN_HPP
#define TARN_HPP

#include <cstddef>
#include <cstdint>

extern "C" {
#define class class_
#include "tarn.h"
#undef class
}

#endif
