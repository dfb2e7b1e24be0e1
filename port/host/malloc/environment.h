/* SPDX-License-Identifier: MIT
 * What the environment chooses, before the C library is ready. */
#ifndef HOST_ENVIRONMENT_H
#define HOST_ENVIRONMENT_H

#include <stddef.h>

/* The value of the variable `name`, or NULL. */
const char *environment_text(const char *name);

/* A number of bytes, or of K, M or G, between `least` and `most`; `most` where it is not set. What
 * is neither ends the program with a line that says what is allowed. */
size_t environment_size(const char *name, size_t least, size_t most);

#endif
