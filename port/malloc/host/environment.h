/* SPDX-License-Identifier: MIT
 * The environment variables of the library. It reads them once, when it is loaded or at its first
 * call. These are copies. So the program may later change or free its environment, its name and its
 * folder. A program with more rights than its user (AT_SECURE) ignores the user's environment. */
#ifndef HOST_ENVIRONMENT_H
#define HOST_ENVIRONMENT_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "../../private/names.h"

struct environment {
	size_t arena;           /* TARN_ARENA, in bytes */
	char summary[PATH_MAX]; /* TARN_SUMMARY, an absolute path; empty if not set */
	char trace[PATH_MAX];   /* TARN_TRACE, the same */
	char program[64];       /* its name, cut to fit */
};
extern struct environment heaps_environment;

/* Reads the variables. A malformed one ends the program, with a line that says what is allowed. */
void environment_read(void);

/* Writes "tarn: NAME=value: what" to standard error. */
void environment_say(const char *name, const char *value, const char *what);

#endif
