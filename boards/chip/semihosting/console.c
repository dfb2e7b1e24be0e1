/* SPDX-License-Identifier: MIT
 * Console, arguments, exit and time through semihosting. */
#include "semihosting.h"

#define OPEN_WRITE        4 /* ":tt" in this mode is standard output; QEMU: stdout, not stderr */
#define ADP_STOPPED_EXIT  0x20026 /* ADP_Stopped_ApplicationExit */
#define ADP_STOPPED_ERROR 0x20023 /* ADP_Stopped_RunTimeErrorUnknown */

static uintptr_t output(void)
{
	static uintptr_t handle; /* + 1 */
	static const char name[] = ":tt";
	uintptr_t block[3] = {(uintptr_t)name, OPEN_WRITE, sizeof(name) - 1};

	if (!handle)
		handle = semihosting_call(SEMIHOSTING_OPEN, (uintptr_t)block) + 1;
	return handle - 1;
}

static void write_bytes(const char *bytes, size_t length)
{
	uintptr_t block[3] = {output(), (uintptr_t)bytes, length};

	semihosting_call(SEMIHOSTING_WRITE, (uintptr_t)block);
}

static void end(int status)
{
	uintptr_t block[2] = {ADP_STOPPED_EXIT, (uintptr_t)status};

	semihosting_call(SEMIHOSTING_EXIT_EXTENDED, (uintptr_t)block);
	/* For a debugger that does not know the call above. It can only tell success from
	 * failure. */
	semihosting_call(SEMIHOSTING_EXIT, status ? ADP_STOPPED_ERROR : ADP_STOPPED_EXIT);
}

static bool command_line(char *line, size_t size)
{
	uintptr_t block[2] = {(uintptr_t)line, size - 1};

	return !semihosting_call(SEMIHOSTING_GET_CMDLINE, (uintptr_t)block);
}

/* Milliseconds of real time, from the machine that serves the semihosting. They take no timer of
 * the chip, so the tick and the counter of instructions keep theirs.
 *
 * SYS_ELAPSED counts ticks in 64 bits, so only the milliseconds wrap, at 2^32, as tarn_port.h says.
 * Without it, SYS_CLOCK counts centiseconds, and wraps after 497 days. */
static uint32_t milliseconds(void)
{
	static uint32_t per_second;
	uint64_t elapsed = 0;

	if (!per_second)
		per_second = (uint32_t)semihosting_call(SEMIHOSTING_TICKFREQ, 0);
	if (per_second == UINT32_MAX || per_second < 1000 ||
	    semihosting_call(SEMIHOSTING_ELAPSED, (uintptr_t)&elapsed))
		return (uint32_t)semihosting_call(SEMIHOSTING_CLOCK, 0) * 10;
	return (uint32_t)port_divide(elapsed, (uint32_t)port_divide(per_second, 1000));
}

const struct port_console semihosting_console = {
	.write = write_bytes,
	.exit = end,
	.command_line = command_line,
	.milliseconds = milliseconds,
	.semihosting = true,
};

/* A board without a UART has only this console. */
#ifndef PORT_UART
const struct port_console *port_console(void)
{
	return &semihosting_console;
}
#endif
