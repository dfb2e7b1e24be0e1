/* SPDX-License-Identifier: MIT
 * Selects the lock for the core by the compiler's macros. They do not tell of a second core, of a
 * kernel's limit, or of user mode. For those, write a header of your own from
 * port/machine/template, and name it in each file of the program:
 * -DTARN_PORT_HEADER='"my_port.h"'. */
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
#error "Tarn has no lock for this core: write -DTARN_PORT_HEADER='\"my_port.h\"' (tarn.h: The lock)"
#include "../process/tarn_port_impl.h" /* so that the line above is the only error */
#endif

#endif
