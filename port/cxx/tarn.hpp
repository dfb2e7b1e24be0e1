/* SPDX-License-Identifier: MIT
 * tarn.h for C++. Its fields and parameters that are called `class` are `class_` here. (Tables, object pools and
 * packed arrays are C: they go into a C file.) */
#ifndef TARN_HPP
#define TARN_HPP

#include <cstddef>
#include <cstdint>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wkeyword-macro"
#endif
extern "C" {
#define class class_
#include "tarn.h"
#undef class

/* The program's own, if it wants to be told of misuse (tarn_port.h). */
void tarn_port_fault(const struct tarn_fault *fault);
}
#pragma GCC diagnostic pop

#endif
