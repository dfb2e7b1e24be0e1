/* SPDX-License-Identifier: MIT
 * A fault that Tarn found ends the test programs. */
#include "fault_text.h"
#include "tarn_port.h"

void tarn_port_fault(const struct tarn_fault *fault)
{
	char text[FAULT_TEXT_MAX];

	tarn_port_write(text, fault_text(text, fault));
	tarn_port_exit(FAULT_STATUS);
}
