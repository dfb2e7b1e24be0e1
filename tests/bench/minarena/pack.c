/* SPDX-License-Identifier: MIT
 * On the host: checks a trace on standard input, and writes it packed (packed.h) to standard
 * output. */
#include <stdio.h>

#include "packed.h"
#include "../../../port/tool/size/trace.h"

static int write_words(const void *words, size_t bytes)
{
	return fwrite(words, bytes, 1, stdout) == 1;
}

int main(void)
{
	struct trace trace;
	struct packed head = {.magic = PACKED_MAGIC};
	int written;

	trace_read(&trace, "-");
	if (trace.align) {
		fprintf(stderr,
			"error: the trace has aligned requests, which malloc cannot serve\n");
		return 1;
	}
	head.operations = trace.operations;
	head.ids = trace.ids;
	head.peak = trace.peak;
	written = write_words(&head, sizeof(head));
	for (uint32_t i = 0; i < trace.operations; i++) {
		struct packed_operation operation = {
			.what = trace.operation[i].what == 'm' ? 'a'
							       : (uint32_t)trace.operation[i].what,
			.id = trace.operation[i].id,
			.size = trace.operation[i].size,
		};

		written &= write_words(&operation, sizeof(operation));
	}
	if (!written || fflush(stdout)) {
		fprintf(stderr, "error: the packed trace cannot be written\n");
		return 1;
	}
	return 0;
}
