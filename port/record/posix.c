/* SPDX-License-Identifier: MIT
 * The file is open only while it is written to: programs close descriptors that they do not know,
 * and get the same numbers again. Nothing here allocates, sets errno or is a point of
 * cancellation: it runs inside malloc. */
#define _POSIX_C_SOURCE 200809L
#include "record_file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#define BUFFER 65536

static const char *name;
static bool whole;
static uint64_t start; /* in the file, of buffer[0] */
static size_t filled;
static char buffer[BUFFER];

static bool write_at(int flags)
{
	int error = errno;
	int file;
	int cancel;
	size_t done = 0;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
	while (file >= 0 && done < filled) {
		ssize_t written = pwrite(file, buffer + done, filled - done, (off_t)(start + done));

		if (written <= 0)
			break;
		done += (size_t)written;
	}
	if (file >= 0)
		close(file);
	pthread_setcancelstate(cancel, NULL);
	errno = error;
	return file >= 0 && done == filled;
}

bool record_file_open(const char *path)
{
	name = path;
	start = 0;
	filled = 0;
	whole = write_at(O_TRUNC);
	return whole;
}

static void empty(void)
{
	whole = whole && write_at(0);
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
