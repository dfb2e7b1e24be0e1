/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE
#include "trace.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "environment.h"
#include "heaps.h"
#include "record_file.h"
#include "tarn_port.h"
#include "tarn_record.h"

/* Mapped, not touched: a block that is live costs its slot. */
#define SLOTS ((uint32_t)1 << 22)

static char path[PATH_MAX + 32];
static pid_t owner;

static void say(const char *what)
{
	char text[sizeof(path) + 64];
	int length = snprintf(text, sizeof(text), "tarn: TARN_TRACE: %s %s\n", path, what);

	port_host_write(STDERR_FILENO, text, (size_t)length);
}

/* The program may change its folder before the file is written. */
static void name_path(const char *prefix)
{
	size_t length = 0;

	if (*prefix != '/' && getcwd(path, PATH_MAX)) {
		length = strlen(path);
		path[length++] = '/';
	}
	snprintf(path + length, sizeof(path) - length, "%.*s.%d.rep", PATH_MAX - (int)length,
		 prefix, (int)owner);
}

/* A child that was forked has its parent's trace as it was, but it is not its own. */
static void sink(void *context, uint64_t position, const char *bytes, size_t length)
{
	if (getpid() == owner)
		record_file_sink(context, position, bytes, length);
}

void trace_open(void)
{
	const char *prefix = environment_text("TARN_TRACE");
	void *slots;

	if (!prefix)
		return;
	owner = getpid();
	name_path(prefix);
	slots = mmap(NULL, SLOTS * sizeof(struct tarn_record_slot), PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (slots == MAP_FAILED || !record_file_open(path)) {
		say("cannot be made");
		_exit(HEAPS_STATUS);
	}
	tarn_record_open(slots, SLOTS, sink, NULL);
}

void trace_close(void)
{
	if (getpid() != owner)
		return;
	if (tarn_record_close())
		say("is not complete: more blocks than slots");
	if (!record_file_close())
		say("could not be written");
}
