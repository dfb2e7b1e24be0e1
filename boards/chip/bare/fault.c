/* SPDX-License-Identifier: MIT
 * Ends a test program after a fault that Tarn found, or a fault of the processor. */
#include "../../../port/private/fault_text.h"
#include "start.h"
#include "tarn_port.h"

#define PROCESSOR_FAULT_STATUS 71

void tarn_port_fault(const struct tarn_fault *fault)
{
	char text[FAULT_TEXT_MAX];

	tarn_port_write(text, fault_text(text, fault));
	tarn_port_exit(FAULT_STATUS);
}

void port_fault_line(const char *text, char *end)
{
	*end++ = '\n';
	tarn_port_write(text, (size_t)(end - text));
}

_Noreturn void port_fault_end(bool stack_overflowed)
{
	static const char text[] = "  the stack overflowed\n";

	if (stack_overflowed)
		tarn_port_write(text, sizeof(text) - 1);
	tarn_port_exit(PROCESSOR_FAULT_STATUS);
}
