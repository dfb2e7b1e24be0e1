/* SPDX-License-Identifier: MIT
 * Template of a port: the rest. Only tarn_port_fault() is owed; delete what your program does
 * not call. For the default heap the linker script owes two symbols besides,
 * __tarn_arena_start and __tarn_arena_end (linker/README.md). */
#include "tarn_port.h"

/* Somebody freed what he may not free, or wrote where he may not write; the heap is as it was
 * before. Log it if you can (tarn_fault_name(fault->kind), fault->name, fault->pointer,
 * fault->caller), then stop, or return and carry on. */
void tarn_port_fault(const struct tarn_fault *fault)
{
	(void)fault;
	for (;;)
		;
}

/* Send to a UART, a trace port, ... */
void tarn_port_write(const char *bytes, size_t length)
{
	(void)bytes;
	(void)length;
}

/* From a timer. */
uint32_t tarn_port_milliseconds(void)
{
	return 0;
}

/* Reset, or stop. */
_Noreturn void tarn_port_exit(int status)
{
	(void)status;
	for (;;)
		;
}
