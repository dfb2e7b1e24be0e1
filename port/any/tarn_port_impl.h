/* SPDX-License-Identifier: MIT
 * The lock that suits the core for which the compiler compiles, as its own macros say. For what
 * they cannot say (a second core, a kernel's limit, user mode) name a header of your own, made of
 * port/template: -DTARN_PORT_HEADER='"my_port.h"', the same for each file of the program. */
#ifndef TARN_PORT_ANY_H
#define TARN_PORT_ANY_H

#if defined(TARN_PORT_HEADER)
#include TARN_PORT_HEADER
#elif defined(__unix__) || defined(__APPLE__)
#include "../host/tarn_port_impl.h"
#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#include "../cortex-m/tarn_port_impl.h"
#elif defined(__ARM_ARCH_4T__)
#include "../armv4t/tarn_port_impl.h"
#elif defined(__riscv)
#include "../riscv/tarn_port_impl.h"
#else
#error "Tarn knows no lock for this core: -DTARN_PORT_HEADER='\"my_port.h\"' (tarn.h: The lock)"
#include "../process/tarn_port_impl.h" /* no more errors than that one */
#endif

#endif
