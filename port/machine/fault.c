/* SPDX-License-Identifier: MIT
 * What libtarn.a does at a fault, unless the program has its own tarn_port_fault(). It stops where
 * a debugger sees it: it executes an undefined instruction. The firmware's exception handler finds
 * the fault in tarn_port_last_fault. */
#include "tarn_port.h"

struct tarn_fault TARN_STATE_ tarn_port_last_fault;

__attribute__((weak)) void tarn_port_fault(const struct tarn_fault *fault)
{
	/* Field by field: for the whole struct a compiler may call memcpy, which a program without
	 * a libc lacks. */
	tarn_port_last_fault.kind = fault->kind;
	tarn_port_last_fault.pointer = fault->pointer;
	tarn_port_last_fault.heap = fault->heap;
	tarn_port_last_fault.caller = fault->caller;
	tarn_port_last_fault.name = fault->name;
	__builtin_trap();
}
