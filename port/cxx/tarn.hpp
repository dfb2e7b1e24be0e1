/* SPDX-License-Identifier: MIT
 * tarn.h for C++, and the fault that a program defines. Macros that define tables, object pools and packed arrays
 * are C: they go into a C file. */
#ifndef TARN_HPP
#define TARN_HPP

#include <cstddef>
#include <cstdint>

#include "tarn.h"

extern "C" {
/* The program's own, if it wants to be told of misuse (tarn_port.h). */
void tarn_port_fault(const struct tarn_fault *fault);
}

#endif
