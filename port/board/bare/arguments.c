/* SPDX-License-Identifier: MIT */
#include "console.h"
#include "start.h"
#include "tarn_port.h"

/* Small, because some boards have 8 KB of RAM. A longer line is refused, not cut. */
#ifndef PORT_COMMAND_LINE
#define PORT_COMMAND_LINE 256
#endif

#define STATUS_BAD_ARGUMENTS 2

static _Noreturn void refuse_arguments(void)
{
	static const char text[] = "error: the command line is too long for this board\n";

	tarn_port_write(text, sizeof(text) - 1);
	tarn_port_exit(STATUS_BAD_ARGUMENTS);
}

/* Splits the text in place at spaces. The first word is the program's name. */
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

int port_arguments(char **argv, int room)
{
	static char line[PORT_COMMAND_LINE];

	if (!port_console()->command_line(line, sizeof(line)))
		refuse_arguments();
	return split(line, argv, room);
}
