/* SPDX-License-Identifier: MIT
 * Ends the program at a fault that no handler takes. It is weak: the malloc of malloc/ ends in
 * another way, and a program may have its own. */
#include <unistd.h>

#include "../../private/fault_text.h"
#include "tarn_port.h"

/* _exit, because other threads may be in the middle of anything. */
__attribute__((weak)) void tarn_port_fault(const struct tarn_fault *fault)
{
	char text[FAULT_TEXT_MAX];

	tarn_port_host_write(STDERR_FILENO, text, fault_text(text, fault));
	_exit(FAULT_STATUS);
}
