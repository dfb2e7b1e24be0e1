/* SPDX-License-Identifier: MIT
 * Replays a trace from standard input on the default heap, and prints the heap's report. A
 * malformed trace gives one line with its line number, and status 1. On the host. */
#include <stdio.h>
#include <stdlib.h>

#include "print.h"
#include "tarn.h"
#include "../../../../port/tool/size/trace.h"

static void *request(const struct trace_operation *operation, void *block)
{
	switch (operation->what) {
	case 'a':
		return tarn_alloc(&tarn_default, operation->size);
	case 'm':
		return tarn_alloc_aligned(&tarn_default, operation->align, operation->size);
	default:
		return tarn_realloc(&tarn_default, block, operation->size);
	}
}

int main(void)
{
	struct trace trace;
	void **block;

	trace_read(&trace, "-");
	block = zeroed(trace.ids, sizeof(*block));
	if (tarn_default_init(NULL, NULL) != TARN_OK)
		return 1;
	for (uint32_t i = 0; i < trace.operations; i++) {
		const struct trace_operation *operation = &trace.operation[i];
		void **at = &block[operation->id];

		if (operation->what == 'f') {
			tarn_free(&tarn_default, *at);
			continue;
		}
		*at = request(operation, *at);
		if (!*at) {
			fprintf(stderr, "error: operation %u is refused\n", i + 1);
			return 1;
		}
	}
	tarn_report(&tarn_default, print_sink, NULL);
	print_flush();
	free(block);
	free(trace.operation);
	return 0;
}
