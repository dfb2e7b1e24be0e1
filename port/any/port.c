/* SPDX-License-Identifier: MIT
 * What the lock of tarn_port_impl.h has outside that header, and an answer to faults. */
#include "tarn_port.h"

#if defined(TARN_PORT_HEADER)
#include "../bare/lib/fault.c"
#elif defined(__unix__) || defined(__APPLE__)
#include "../host/lock.c"
#include "../host/fault.c"
#elif defined(__ARM_ARCH_4T__)
#include "../armv4t/lib/context.c"
#include "../bare/lib/fault.c"
#else
#include "../bare/lib/fault.c"
#endif
