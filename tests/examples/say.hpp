/* SPDX-License-Identifier: MIT
 * say.h for the examples in C++. */
#ifndef EXAMPLES_SAY_HPP
#define EXAMPLES_SAY_HPP

extern "C" {
#include "say.h"
}

#endif
