/* SPDX-License-Identifier: MIT
 * The ends that a program did not want. This processor has no memory protection, and a console
 * answers reads of nowhere with what was on the bus: of a wild access nothing is to be seen. */
#include "interrupt.h"
#include "../bare/start.h"

void port_stack_overflowed(void)
{
	port_fault_end(true);
}
