/* SPDX-License-Identifier: MIT
 * The ends that a program did not want. This processor has no memory protection, and a console answers
 * reads of nowhere with what was on the bus: of a wild access nothing is to be seen. */
#include "interrupt.h"
#include "tarn_port.h"

#define PROCESSOR_FAULT_STATUS 71

void port_stack_overflowed(void)
{
	static const char text[] = "  the stack overflowed\n";

	tarn_port_write(text, sizeof(text) - 1);
	tarn_port_exit(PROCESSOR_FAULT_STATUS);
}
