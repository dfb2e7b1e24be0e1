/* SPDX-License-Identifier: MIT
 * Output of a guest: of a library inside a program that knows nothing of it. The program may close
 * every descriptor, limit its files, or leave a pipe that nobody reads. So these functions keep no
 * descriptor, take none of the standard ones, raise no signal and preserve errno. None is a
 * cancellation point. They run inside malloc, so they do not allocate. */
#ifndef PORT_HOST_GUEST_H
#define PORT_HOST_GUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "names.h"

/* Opens the file `path` with `flags` of open(2), writes `length` bytes at `position`, and closes
 * it. False if any of it failed, or would have had to wait. */
#define GUEST_AT_END UINT64_MAX /* appends, with one write(2) if the system takes all of it */
bool port_guest_write(const char *path, int flags, uint64_t position, const char *bytes,
		      size_t length);

/* Writes to standard error. It waits for a slow reader of a pipe, and drops the bytes that the
 * reader does not take. */
#define GUEST_PATIENCE 1 /* seconds */
void port_guest_say(const char *bytes, size_t length);

#endif
