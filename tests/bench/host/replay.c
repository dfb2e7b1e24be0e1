/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "replay.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "args.h"
#include "print.h"

#define SAMPLES 256 /* of resident memory, besides the samples at new peaks */

static void **blocks_of(const struct operations *operations)
{
	uint64_t bytes = (uint64_t)operations->ids * sizeof(void *);

	/* memset makes the memory resident from the start. */
	return memset(operations_memory(bytes), 0, bytes);
}

void replay(const struct operations *operations, uint32_t from, uint32_t to, void **block)
{
	for (uint32_t i = from; i < to; i++) {
		const struct trace_operation *operation = &operations->operation[i];
		void **slot = &block[operation->id];

		if (operation->what == 'f') {
			free(*slot);
			continue;
		}
		*slot = operation->what == 'a' ? malloc(operation->size)
					       : realloc(*slot, operation->size);
		if (!*slot)
			args_refuse("malloc", "refused a request");
		*(char *)*slot = 1;
	}
}

static uint64_t nanoseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void replay_time(const struct operations *operations)
{
	void **block = blocks_of(operations);
	uint64_t start;

	replay(operations, 0, operations->warm_up, block);
	start = nanoseconds();
	replay(operations, operations->warm_up, operations->count, block);
	print_u64(nanoseconds() - start);
	print_newline();
}

/* Live bytes, and the most resident bytes of all samples. */
static struct {
	uint64_t live;
	uint64_t sampled; /* the most live bytes at a sample */
	uint64_t resident;
} peak;

static void sample(void)
{
	uint64_t resident = resident_bytes();

	if (peak.live > peak.sampled)
		peak.sampled = peak.live;
	if (resident > peak.resident)
		peak.resident = resident;
}

static void touch(const struct trace_operation *operation, void **slot, uint32_t *size)
{
	peak.live -= *size;
	if (operation->what == 'f') {
		free(*slot);
		*size = 0;
		return;
	}
	*slot = operation->what == 'a' ? malloc(operation->size) : realloc(*slot, operation->size);
	if (!*slot)
		args_refuse("malloc", "refused a request");
	if (operation->size > *size)
		memset((char *)*slot + *size, 1, operation->size - *size);
	*size = operation->size;
	peak.live += *size;
}

static void print_memory(uint32_t live, uint32_t live_end, uint64_t start, uint64_t most,
			 uint64_t end)
{
	print_u64(live);
	print_char(' ');
	print_u64(live_end);
	print_char(' ');
	print_u64(start);
	print_char(' ');
	print_u64(most);
	print_char(' ');
	print_u64(end);
	print_newline();
}

void replay_memory(const struct operations *operations)
{
	void **block = blocks_of(operations);
	uint64_t sizes = (uint64_t)operations->ids * sizeof(uint32_t);
	uint32_t *size = memset(operations_memory(sizes), 0, sizes);
	uint64_t start = resident_bytes();

	for (uint32_t i = 0; i < operations->count; i++) {
		const struct trace_operation *operation = &operations->operation[i];

		touch(operation, &block[operation->id], &size[operation->id]);
		if (peak.live > peak.sampled + peak.sampled / 100 ||
		    i % (operations->count / SAMPLES + 1) == 0)
			sample();
	}
	sample();
	print_memory(operations->peak, operations->end, start, peak.resident, resident_bytes());
}
