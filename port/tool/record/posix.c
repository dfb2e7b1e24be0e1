/* SPDX-License-Identifier: MIT
 * Opens the file only for each write. A program may close descriptors that it does not know, and
 * get the same numbers for its own files (guest.h). */
#include "../../private/record_file.h"

#include <fcntl.h>
#include <string.h>

#include "../../private/guest.h"

#define BUFFER 65536

static const char *name;
static bool whole;
static uint64_t start; /* the position of buffer[0] in the file */
static size_t filled;
static char buffer[BUFFER];

bool record_file_open(const char *path)
{
	name = path;
	start = 0;
	filled = 0;
	whole = port_guest_write(name, O_CREAT | O_TRUNC, 0, buffer, 0);
	return whole;
}

static void empty(void)
{
	whole = whole && port_guest_write(name, 0, start, buffer, filled);
	start += filled;
	filled = 0;
}

void record_file_sink(void *context, uint64_t position, const char *bytes, size_t length)
{
	(void)context;
	if (position != start + filled || filled + length > BUFFER)
		empty();
	if (!filled)
		start = position;
	memcpy(buffer + filled, bytes, length);
	filled += length;
}

bool record_file_close(void)
{
	empty();
	return whole;
}
