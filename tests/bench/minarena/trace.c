/* SPDX-License-Identifier: MIT */
#include "trace.h"

#include <stdio.h>
#include <stdlib.h>

#define HEADER_LINES 4

static uint32_t line_number;

static _Noreturn void refuse(const char *why)
{
	fprintf(stderr, "error: trace, line %u: %s\n", line_number, why);
	exit(1);
}

static void *allocate(size_t count, size_t size)
{
	void *block = calloc(count ? count : 1, size);

	if (!block)
		refuse("out of memory");
	return block;
}

static void read_header(uint32_t value[HEADER_LINES])
{
	for (line_number = 1; line_number <= HEADER_LINES; line_number++) {
		if (scanf("%u", &value[line_number - 1]) != 1)
			refuse("not a number");
	}
}

static void read_operation(struct trace *trace, struct trace_operation *operation)
{
	if (scanf(" %c %u", &operation->what, &operation->id) != 2)
		refuse("truncated");
	if (operation->id >= trace->ids)
		refuse("an id beyond those announced");
	if (operation->what == 'f')
		return;
	if (operation->what != 'a' && operation->what != 'r')
		refuse("an unknown operation");
	if (scanf("%u", &operation->size) != 1)
		refuse("a size is missing");
}

/* Follows one operation; `live` holds each id's size + 1, or 0. */
static void count_live(const struct trace_operation *operation, uint32_t *live, uint32_t *sum)
{
	uint32_t *of = &live[operation->id];

	if ((operation->what == 'a') == (*of != 0))
		refuse(*of ? "the id is live already" : "the id is not live");
	if (*of)
		*sum -= *of - 1;
	*of = operation->what == 'f' ? 0 : operation->size + 1;
	if (*of)
		*sum += operation->size;
}

void trace_read(struct trace *trace)
{
	uint32_t header[HEADER_LINES];
	uint32_t *live;
	uint32_t sum = 0;

	read_header(header);
	trace->ids = header[1];
	trace->operations = header[2];
	trace->peak = 0;
	trace->operation = allocate(trace->operations, sizeof(*trace->operation));
	live = allocate(trace->ids, sizeof(*live));
	for (uint32_t i = 0; i < trace->operations; i++, line_number++) {
		read_operation(trace, &trace->operation[i]);
		count_live(&trace->operation[i], live, &sum);
		if (sum > trace->peak)
			trace->peak = sum;
	}
	free(live);
}
