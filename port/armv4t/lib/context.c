/* SPDX-License-Identifier: MIT
 * libtarn.a's tarn_port_context, where the program has no interrupt.c: it is 0, the main program's,
 * until a handler of the program's own sets it. */
#include "tarn_port.h"

__attribute__((weak)) volatile uint32_t tarn_port_context;
