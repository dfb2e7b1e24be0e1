/* SPDX-License-Identifier: MIT
 * The part of the lock that is not in tarn_port_impl.h, and a handler of faults. */
#include "tarn_port.h"

#if defined(TARN_PORT_HEADER)
#include "../fault.c"
#elif defined(__unix__) || defined(__APPLE__)
#include "../host/lock.c"
#include "../host/fault.c"
#elif defined(__ARM_ARCH_4T__)
#include "../armv4t/context.c"
#include "../fault.c"
#else
#include "../fault.c"
#endif
