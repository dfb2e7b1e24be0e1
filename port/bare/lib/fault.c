/* SPDX-License-Identifier: MIT
 * libtarn.a's answer to a fault, unless the program has its own: stop where a debugger sees it. The
 * undefined instruction is an exception, and the firmware's handler finds here what it
 * was about. */
#include "tarn_port.h"

struct tarn_fault tarn_port_last_fault;

__attribute__((weak)) void tarn_port_fault(const struct tarn_fault *fault)
{
	/* One by one: a compiler copies the whole by memcpy, and who has no libc has none. */
	tarn_port_last_fault.kind = fault->kind;
	tarn_port_last_fault.pointer = fault->pointer;
	tarn_port_last_fault.heap = fault->heap;
	tarn_port_last_fault.caller = fault->caller;
	tarn_port_last_fault.name = fault->name;
	__builtin_trap();
}
