/* SPDX-License-Identifier: MIT
 * libtarn.a's answer to a fault, unless the program has its own: stop where a debugger sees it. The
 * undefined instruction is an exception, and the firmware's handler finds here what it
 * was about. */
#include "tarn_port.h"

struct tarn_fault tarn_port_last_fault;

__attribute__((weak)) void tarn_port_fault(const struct tarn_fault *fault)
{
	tarn_port_last_fault = *fault;
	__builtin_trap();
}
