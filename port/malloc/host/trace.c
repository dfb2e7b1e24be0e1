/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "trace.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "environment.h"
#include "heaps.h"
#include "../../private/record_file.h"
#include "tarn_record.h"

/* The slots are mapped, not touched: only slots of live blocks take memory. */
#define SLOTS ((uint32_t)1 << 22)

static char path[PATH_MAX + 32];

/* 1 in the process that the trace belongs to. In a forked child it reads 0: the child has a copy of
 * its parent's trace, but may not write it. In a child of vfork() it reads 1, because its calls
 * change its parent's heap. */
static int *own;

static void *map(size_t bytes)
{
	void *mapped = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return mapped == MAP_FAILED ? NULL : mapped;
}

static bool map_own(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	own = map(page);
	if (!own || madvise(own, page, MADV_WIPEONFORK))
		return false;
	*own = 1;
	return true;
}

static void sink(void *context, uint64_t position, const char *bytes, size_t length)
{
	if (*own)
		record_file_sink(context, position, bytes, length);
}

void trace_open(void)
{
	struct tarn_record_slot *slots;

	if (!*heaps_environment.trace)
		return;
	snprintf(path, sizeof(path), "%s.%ld.rep", heaps_environment.trace, (long)getpid());
	slots = map(SLOTS * sizeof(*slots));
	if (!slots || !map_own() || !record_file_open(path)) {
		environment_say("TARN_TRACE", path, "cannot be created");
		_exit(HEAPS_STATUS);
	}
	tarn_record_open(slots, SLOTS, sink, NULL, NULL);
}

void trace_close(bool idle)
{
	if (!own || !*own)
		return;
	if (!idle) {
		environment_say("TARN_TRACE", path, "is not complete: " HEAPS_BUSY);
		return;
	}
	if (tarn_record_close())
		environment_say("TARN_TRACE", path,
				"is not complete: there were more blocks than slots");
	if (!record_file_close())
		environment_say("TARN_TRACE", path, "could not be written");
}
