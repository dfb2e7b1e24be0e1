/* SPDX-License-Identifier: MIT
 * Text files, line by line. */
#ifndef SIZE_INPUT_H
#define SIZE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#define INPUT_LINE 8192 /* longer lines are cut */

struct input {
	const char *name;
	FILE *file;
	pid_t unpacker; /* 0: none */
	unsigned long line;
	char text[INPUT_LINE]; /* the line, without its end */
};

/* Open a file, through xz if its name ends in .xz; "-" is standard input. If it cannot be opened,
 * print one line on standard error and exit with status 1. */
void input_open(struct input *input, const char *name);

/* Read the next line. Returns false after the last. */
bool input_next(struct input *input);

/* Close the file. Refuses it if xz found it damaged. */
void input_close(struct input *input);

/* Print `error: file:line: why`, or that xz cannot unpack the file, and exit with status 1. */
_Noreturn void input_refuse(const struct input *input, const char *why);

/* Read a decimal number of at most 32 bits at *text, after spaces, and move *text past it. Returns
 * false if there is none. */
bool input_number(const char **text, uint32_t *value);

/* Returns zeroed memory, or calls input_no_memory(), which prints one line and exits. */
void *input_memory(size_t count, size_t bytes);
_Noreturn void input_no_memory(void);

#endif
