/* SPDX-License-Identifier: MIT
 * Text files, line by line. */
#ifndef SIZE_INPUT_H
#define SIZE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#define INPUT_LINE 512 /* what is longer is cut */

struct input {
	const char *name;
	FILE *file;
	pid_t unpacker; /* 0: none */
	unsigned long line;
	char text[INPUT_LINE]; /* the line, without its end */
};

/* Open a file, through xz where its name ends in .xz; "-" is standard input. One that cannot be
 * opened is one line on standard error and exit status 1. */
void input_open(struct input *input, const char *name);

/* The next line; false behind the last. */
bool input_next(struct input *input);

/* Also notices when xz found the file damaged, and refuses it. */
void input_close(struct input *input);

/* `error: file:line: why`, or that xz found the file damaged; and exit status 1. */
_Noreturn void input_refuse(const struct input *input, const char *why);

/* A decimal number of at most 32 bits at *text, which moves behind it; spaces before it are passed
 * over. False: there is none. */
bool input_number(const char **text, uint32_t *value);

/* Memory that is zeroed, or input_no_memory(): an end with one line. */
void *input_memory(size_t count, size_t bytes);
_Noreturn void input_no_memory(void);

#endif
