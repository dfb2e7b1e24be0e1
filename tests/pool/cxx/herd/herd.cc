/* SPDX-License-Identifier: MIT
 * The model of packed arrays, compiled as C++: an array of C++ keeps what one of C keeps. */
#define _Noreturn __attribute__((noreturn))
extern "C" {
#include "args.h"
#include "failed.h"
#include "print.h"
#include "random.h"
#include "tarn_port.h"
}

#include "../../packed/model/model.c"
