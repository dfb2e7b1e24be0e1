/* SPDX-License-Identifier: MIT
 * Template of a port: the rest. A port must have tarn_port_fault(). Delete the other functions, if
 * your program does not call them. For the default heap the linker script must also define two
 * symbols, __tarn_arena_start and __tarn_arena_end (linker/README.md). */
#include "tarn_port.h"

/* The program freed a wrong pointer, or wrote to memory that is not its own. The heap is as it was
 * before. Log the fault if you can (tarn_fault_name(fault->kind), fault->name, fault->pointer,
 * fault->caller). Then stop, or return and carry on. */
void tarn_port_fault(const struct tarn_fault *fault)
{
	(void)fault;
	for (;;)
		;
}

/* Send the bytes to a UART, a trace port, ... */
void tarn_port_write(const char *bytes, size_t length)
{
	(void)bytes;
	(void)length;
}

/* Read a timer. */
uint32_t tarn_port_milliseconds(void)
{
	return 0;
}

/* Reset the chip, or stop. */
_Noreturn void tarn_port_exit(int status)
{
	(void)status;
	for (;;)
		;
}
