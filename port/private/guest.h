/* SPDX-License-Identifier: MIT
 * Output of a guest: of what runs inside a program that knows nothing of it. The program may close
 * every descriptor, limit its files, or leave a pipe that nobody reads. So no descriptor is kept,
 * none of the standard ones is taken, no signal is raised, errno stays, and nothing here is a point
 * of cancellation. Nothing allocates: it runs inside malloc. */
#ifndef PORT_HOST_GUEST_H
#define PORT_HOST_GUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "names.h"

/* Open the file `path` with open(2)'s `flags`, write `length` bytes at `position`, and close it.
 * False where any of it failed, or would have had to wait. */
#define GUEST_AT_END UINT64_MAX /* with one write(2), if the system takes it whole */
bool port_guest_write(const char *path, int flags, uint64_t position, const char *bytes,
		      size_t length);

/* To standard error. A slow reader of a pipe is waited for; what it does not take is dropped. */
#define GUEST_PATIENCE 1 /* seconds */
void port_guest_say(const char *bytes, size_t length);

#endif
