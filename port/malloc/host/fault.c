/* SPDX-License-Identifier: MIT
 * A fault in malloc ends the program as glibc does for a damaged heap: a line, then SIGABRT. */
#include <stdlib.h>
#include <unistd.h>

#include "../../private/fault_text.h"
#include "../../private/guest.h"
#include "heaps.h"
#include "tarn_port.h"

void tarn_port_fault(const struct tarn_fault *fault)
{
	struct tarn_fault named = *fault;
	char text[FAULT_TEXT_MAX];

	if (heaps_caller())
		named.caller = heaps_caller(); /* the program's address, not one in malloc() */
	port_guest_say(text, fault_text(text, &named));
	abort();
}
