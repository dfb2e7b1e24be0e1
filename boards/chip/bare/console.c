/* SPDX-License-Identifier: MIT
 * The optional functions of tarn_port.h, on whichever console the board has. They are a file of
 * their own, so that the linker can wrap the calls of all others (--wrap). */
#include "console.h"

#include "tarn_port.h"
#include "tarn_port_extra.h"

void tarn_port_write(const char *bytes, size_t length)
{
	port_console()->write(bytes, length);
}

uint32_t tarn_port_milliseconds(void)
{
	return port_console()->milliseconds();
}

bool port_stop_asked(void)
{
	return port_console()->stop && port_console()->stop();
}

_Noreturn void tarn_port_exit(int status)
{
	port_console()->exit(status);
	for (;;)
		;
}
