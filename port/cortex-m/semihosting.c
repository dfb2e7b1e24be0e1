/* SPDX-License-Identifier: MIT
 * Console, arguments and exit through semihosting. */
#include "semihosting.h"

#include "tarn_port.h"

/* A board of 8 KB has no more to give; a longer line is refused, not cut. */
#ifndef PORT_COMMAND_LINE
#define PORT_COMMAND_LINE 256
#endif

#define OPEN_WRITE           4 /* ":tt" opened so is standard output; QEMU: stdout, not stderr */
#define ADP_STOPPED_EXIT     0x20026 /* ADP_Stopped_ApplicationExit */
#define ADP_STOPPED_ERROR    0x20023 /* ADP_Stopped_RunTimeErrorUnknown */
#define STATUS_BAD_ARGUMENTS 2

static uintptr_t console(void)
{
	static uintptr_t handle; /* + 1 */
	static const char name[] = ":tt";
	uintptr_t block[3] = {(uintptr_t)name, OPEN_WRITE, sizeof(name) - 1};

	if (!handle)
		handle = semihosting_call(SEMIHOSTING_OPEN, (uintptr_t)block) + 1;
	return handle - 1;
}

void tarn_port_write(const char *bytes, size_t length)
{
	uintptr_t block[3] = {console(), (uintptr_t)bytes, length};

	semihosting_call(SEMIHOSTING_WRITE, (uintptr_t)block);
}

_Noreturn void tarn_port_exit(int status)
{
	uintptr_t block[2] = {ADP_STOPPED_EXIT, (uintptr_t)status};

	semihosting_call(SEMIHOSTING_EXIT_EXTENDED, (uintptr_t)block);
	/* A debugger that does not know the call above: success or failure is all it can tell. */
	semihosting_call(SEMIHOSTING_EXIT, status ? ADP_STOPPED_ERROR : ADP_STOPPED_EXIT);
	for (;;)
		;
}

static _Noreturn void refuse_arguments(void)
{
	static const char text[] = "error: the command line is too long for this board\n";

	tarn_port_write(text, sizeof(text) - 1);
	tarn_port_exit(STATUS_BAD_ARGUMENTS);
}

/* Split in place at spaces. The first word is the program's name. */
static int split(char *text, char **argv, int room)
{
	int argc = 0;

	while (*text) {
		while (*text == ' ')
			*text++ = 0;
		if (!*text)
			break;
		if (argc == room - 1)
			refuse_arguments();
		argv[argc++] = text;
		while (*text && *text != ' ')
			text++;
	}
	argv[argc] = NULL;
	return argc;
}

int semihosting_arguments(char **argv, int room)
{
	static char line[PORT_COMMAND_LINE];
	uintptr_t block[2] = {(uintptr_t)line, sizeof(line) - 1};

	if (semihosting_call(SEMIHOSTING_GET_CMDLINE, (uintptr_t)block))
		refuse_arguments();
	return split(line, argv, room);
}
