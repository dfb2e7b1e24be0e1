/* SPDX-License-Identifier: MIT
 * What the environment chooses, read once: as the library is loaded, or at its first call. From
 * then on the program may change, clear or free its environment, its name and its folder: these
 * are copies. A program with more rights than its user (AT_SECURE) does not ask the user's
 * environment. */
#ifndef HOST_ENVIRONMENT_H
#define HOST_ENVIRONMENT_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "../../private/names.h"

struct environment {
	size_t arena;           /* TARN_ARENA, in bytes */
	char summary[PATH_MAX]; /* TARN_SUMMARY, from the root; empty where it is not set */
	char trace[PATH_MAX];   /* TARN_TRACE, as well */
	char program[64];       /* its name, cut to fit */
};
extern struct environment heaps_environment;

/* Fill it. What is malformed ends the program with a line that says what is allowed. */
void environment_read(void);

/* "tarn: NAME=value: what" on standard error. */
void environment_say(const char *name, const char *value, const char *what);

/* `text`, or a number, where `end` is; both end with a 0 before `limit`. Returns the new end. */
char *environment_append(char *end, const char *limit, const char *text);
char *environment_append_number(char *end, const char *limit, uint64_t number);

#endif
