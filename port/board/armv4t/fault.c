/* SPDX-License-Identifier: MIT
 * How a program ends after a stack overflow. This processor has no memory protection. A console
 * answers a read of an unmapped address with what was last on the bus. So a wild access goes
 * unnoticed. */
#include "interrupt.h"
#include "../bare/start.h"

void port_stack_overflowed(void)
{
	port_fault_end(true);
}
