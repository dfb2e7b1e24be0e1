/* SPDX-License-Identifier: MIT
 * From reset to main(), and the command line. */
#include "start.h"

#include "console.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"
#ifdef PORT_LIBC
#include <stdlib.h>
#endif

#define ARGUMENTS_MAX 20
#define STACK_PAINT   0x7a217a21u
#define STACK_IN_USE  256 /* bytes of the stack that are not painted */

extern uint32_t __data_start[], __data_end[], __bss_start[], __bss_end[];
extern const uint32_t __data_load[];

int main(int argc, char **argv);

static void copy_words(uint32_t *to, const uint32_t *end, const uint32_t *from)
{
	while (to < end)
		*to++ = *from++;
}

static void fill_words(uint32_t *to, const uint32_t *end, uint32_t value)
{
	while (to < end)
		*to++ = value;
}

uint32_t port_stack_unused(void)
{
	const uint32_t *word = __stack_limit;

	while (word < __stack_top && *word == STACK_PAINT)
		word++;
	return (uint32_t)((uintptr_t)word - (uintptr_t)__stack_limit);
}

/* ---- The command line ---------------------------------------------------------------------- */

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

/* ---- From reset to main() ------------------------------------------------------------------ */

#ifdef PORT_LIBC
void __libc_init_array(void); /* of the libc: runs .preinit_array, _init(), .init_array */
void _init(void);
void _fini(void);

void *__dso_handle; /* identifies this image to the code that registers C++ destructors */

void _init(void)
{
}

void _fini(void)
{
}
#else
#define __libc_init_array()
#define exit tarn_port_exit
#endif

/* Leaves out the frames of this function and of fill_words. */
static void paint_stack(void)
{
	uint32_t here;

	fill_words(__stack_limit, (uint32_t *)((uintptr_t)&here - STACK_IN_USE), STACK_PAINT);
}

_Noreturn void port_start(void)
{
	char *argv[ARGUMENTS_MAX];
	int argc;

	copy_words(__data_start, __data_end, __data_load);
	fill_words(__bss_start, __bss_end, 0);
	paint_stack();
	argc = port_arguments(argv, ARGUMENTS_MAX);
	__libc_init_array();
	exit(main(argc, argv));
}
