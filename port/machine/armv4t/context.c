/* SPDX-License-Identifier: MIT
 * tarn_port_context of libtarn.a, for a program without interrupt.c. It is 0 until the program's
 * own interrupt dispatcher sets it. */
#include "tarn_port.h"

__attribute__((weak)) volatile uint32_t tarn_port_context;
